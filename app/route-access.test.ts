import { config } from '~/platform/config/config.server';
import { beforeAll, describe, expect, test } from 'vitest';
import { endSession } from '~/identity/sessions/sessions';
import {
  endStaffMembership,
  hasStaffPermission,
  staffRoles,
  type StaffPermission,
  type StaffRole,
} from '~/identity/staff/staff';
import { addFormContext } from '~/platform/http/form-context';
import { submitApplication } from '~/merchants/applications/submission';
import { hasPermission, memberRoles, type MemberPermission, type MemberRole } from '~/merchants/team/members';
import { prisma } from '~/platform/database/db.server';
import { supportSessionRejections } from '~/ui/support-sessions/support-session-rejections';
import { routes as built } from '../tests/setup/server-build';
import { openBrowser } from '../tests/world/browser';
import { buildMerchant } from '../tests/world/merchants';
import {
  getRoutePath,
  buildVictim,
  digestAccount,
  portalRouteAccess,
  staffRouteAccess,
  type RouteAccess,
  type Victim,
} from '../tests/world/route-access';
import { buildStaff, staffPassword } from '../tests/world/identity/staff';
import { buildPerson, logInAs } from '../tests/world/identity/team';
import { recordWork } from '../tests/world/work-recorder';

// Threats T1, T4, and T5, for every route: unauthorized people get nothing and change nothing.
// tests/world/route-access.ts lists each route's requirements and explains how to add one.

type Browser = ReturnType<typeof openBrowser>;
type Route = { id: string; path: string; hasLoader: boolean; hasAction: boolean; hasView: boolean };

/** Public pages, or pages for people with a link. Everything else requires a login. */
const open =
  /^root$|^routes\/(identity|checkout|dev|landing|missing|docs(?!\/access-token$))|^(docs|checkout|incomplete-url|item-image|remove-card|payment-link|payment-link-thanks|cancel|return|authentication(-return)?|simulated-bank|reports)-|^(portal|staff)-(login(-passkey)?|code|logout)$/;

const routes: Route[] = Object.values(built).flatMap((route) => {
  const { id, path, index, module } = route!;
  if (open.test(id) || (path === undefined && !index)) return [];
  return [
    {
      id,
      path: `/${path ?? ''}`,
      hasLoader: 'loader' in module,
      hasAction: 'action' in module,
      hasView: 'loader' in module && 'default' in module,
    },
  ];
});
const [staffRoutes, portalRoutes] = [
  routes.filter(({ path }) => isStaffPath(path)),
  routes.filter(({ path }) => !isStaffPath(path)),
];

function isStaffPath(path: string): boolean {
  return /^\/(staff|support|review)(\/|$)/.test(path);
}

test('every route has an entry with its loader and action, and there is no other entry', () => {
  const shape = (list: Route[]) =>
    Object.fromEntries(list.map(({ path, hasLoader, hasAction }) => [path, [hasLoader, hasAction]]));
  const describeAccess = (lines: Record<string, RouteAccess<string>>) =>
    Object.fromEntries(
      Object.entries(lines).map(([path, { see, change }]) => [
        path,
        [see !== undefined, change !== undefined],
      ]),
    );
  expect(describeAccess(portalRouteAccess)).toEqual(shape(portalRoutes));
  expect(describeAccess(staffRouteAccess)).toEqual(shape(staffRoutes));
});

let victim: Victim;
let owner: Browser;
let stranger: Browser;
let strangerAccount: { accountId: string; name: string };
/** A person without access to the victim's account. */
let nobodies: Record<string, Browser>;
const colleagues = {} as Record<Exclude<MemberRole, 'owner' | 'admin'>, Browser>;
const staff = {} as Record<StaffRole, Browser>;
/** A support agent in a support session, who also has a portal login. */
let supportAgent: Browser;
/** People who aren't staff members, or not yet. */
let outsiders: Record<string, Browser>;

beforeAll(async () => {
  victim = await buildVictim();
  owner = await logInAs(victim.ownerId);
  const merchant = await buildMerchant({ name: 'Strange Ltd' });
  strangerAccount = { accountId: merchant.accountId, name: 'Strange Ltd' };
  stranger = await logInAs(merchant.ownerId);
  for (const role of ['developer', 'finance', 'viewer'] as const)
    colleagues[role] = await logInAs(
      (await buildPerson({ accountId: victim.accountId, role, name: `Of ${victim.mark}` })).userId,
    );
  for (const role of staffRoles) staff[role] = await buildStaff(role);
  supportAgent = await buildStaff('support');
  expect(
    (
      await supportAgent.submit(`/support/merchants/${victim.accountId}/support-session`, {
        reason: 'To see whether it works.',
        minutes: '60',
      })
    ).headers.get('location'),
  ).toBe('/');
  supportAgent.cookies.set('session', stranger.cookies.get('session')!);
  const removed = await buildPerson({ accountId: victim.accountId, role: 'admin' });
  const ended = await buildPerson({ accountId: victim.accountId, role: 'admin' });
  nobodies = {
    anonymous: openBrowser(),
    'removed member': await logInAs(removed.userId),
    'ended session': await logInAs(ended.userId),
    'staff session': openBrowser(),
  };
  await prisma.member.deleteMany({ where: { userId: removed.userId } });
  nobodies['removed member']!.cookies.set('account', `${removed.userId}.${victim.accountId}`);
  await endSession(
    new Request('http://localhost:3000/', {
      headers: { cookie: `session=${nobodies['ended session']!.cookies.get('session')}` },
    }),
  );
  // In the cookie of its own area and of the other one.
  const token = (await buildStaff('admin')).cookies.get('staff-session')!;
  nobodies['staff session']!.cookies.set('staff-session', token).set('session', token);
});

beforeAll(async () => {
  const [ended, left, half] = [
    await buildStaff('admin'),
    await buildStaff('admin'),
    await buildStaff('admin'),
  ];
  await endStaffMembership({ userId: ended.userId, actor: 'system:shell' });
  // A person whose session still exists.
  await prisma.staffMember.update({ where: { userId: left.userId }, data: { endedAt: new Date() } });
  const pendingBrowser = openBrowser();
  await pendingBrowser.submit('/staff/login', { email: half.email, password: staffPassword });
  expect([...pendingBrowser.cookies.keys()]).toEqual(['staff-pending-login']);
  pendingBrowser.cookies.set('staff-session', pendingBrowser.cookies.get('staff-pending-login')!);
  const merchant = openBrowser();
  const token = owner.cookies.get('session')!;
  merchant.cookies.set('session', token).set('staff-session', token);
  outsiders = {
    anonymous: nobodies.anonymous!,
    'merchant owner': merchant,
    'ended staff': ended,
    'ended staff with a session': left,
    'half logged in': pendingBrowser,
  };
});

const toDataPath = (path: string) => (path === '/' ? '/_root.data' : `${path}.data`);
const listForms = (access: RouteAccess<string>) =>
  (access.forms?.(victim) ?? [{}]) as Record<string, string>[];
/** Some actions require a Content-Length. */
const buildLengthHeader = (form: Record<string, string>) => ({
  'content-length': String(new URLSearchParams(form).toString().length),
});

/** Every way to request a page: as a document, as navigation data, and as the data of this route alone. */
function* reads(browser: Browser, { id, hasLoader }: Route, address: string) {
  if (!hasLoader) return;
  for (const path of [
    address,
    toDataPath(address),
    `${toDataPath(address)}?_routes=${encodeURIComponent(id)}`,
  ])
    yield [`GET ${path}`, () => browser.open(path)] as const;
}

function* writes(
  browser: Browser,
  { hasAction }: Route,
  access: RouteAccess<string>,
  address: string,
  headers: Record<string, string> = {},
) {
  if (!hasAction) return;
  for (const form of listForms(access))
    for (const path of [address, toDataPath(address)])
      yield [
        `POST ${path} ${JSON.stringify(form)}`,
        () => browser.submit(path, form, { headers: { ...buildLengthHeader(form), ...headers } }),
      ] as const;
}

/** A response without the parts that differ between requests. */
async function summarizeResponse(response: Response) {
  const text = (await response.text())
    .replace(/[a-z]{2,5}_[0-9a-z]{36}/g, 'ID')
    .replace(/nonce(\\?["=: ]+)[\w+/=-]+/g, 'nonce');
  return {
    status: response.status,
    location: response.headers.get('location')?.replace(/[a-z]{2,5}_[0-9a-z]{36}/g, 'ID') ?? null,
    text,
  };
}

/** An unauthorized person is redirected, whatever they request, and learns nothing. */
async function expectSentAway(
  who: string,
  [what, sendRequest]: readonly [string, () => Promise<Response>],
  to: RegExp,
) {
  const response = await sendRequest();
  const { status, location, text } = await summarizeResponse(response);
  const target = location ?? /"(\/[^"]*)"/.exec(text)?.[1] ?? '';
  // At the portal's root, visitors see a page that is the same for everyone.
  if (status === 200 && text.includes(config.landingPage!.headline)) {
    expect({ who, includesMark: text.includes(victim.mark) }).toEqual({
      who: 'anonymous',
      includesMark: false,
    });
    return;
  }
  expect({
    who,
    what,
    isRejected: [202, 302].includes(status),
    leadsToLogin: to.test(target),
    includesMark: text.includes(victim.mark),
  }).toEqual({ who, what, isRejected: true, leadsToLogin: true, includesMark: false });
}

/** A team or staff member without the permission gets an error. */
async function expectRejected(who: string, [what, sendRequest]: readonly [string, () => Promise<Response>]) {
  const response = await sendRequest();
  const text = await response.text();
  // They can see the layout with the account's name.
  expect({
    who,
    what,
    status: response.status,
    revealsData: /order-zqx|Kim zqx|guest@zqx|customer-zqx|zqx[a-z]{12} Ltd/.test(text),
  }).toEqual({ who, what, status: 403, revealsData: false });
}

/** Sent by scripts only, so the response is data. */
const scriptPaths = /^\/(documents|uploads|application\/answers|application\/people\/:personId\/answers)/;
/** Forms about the person, in any account, and those of the checkout preview, which can't be submitted. */
const personalPaths = /^\/(environment|logout|accounts|security|confirm-it-is-you)\b/;
const sample = '/checkout-design/preview';
/** By URL: the checked forms. */
const checkedForms = new Set<string>();

/** The URLs to which a page's forms and buttons send changes. */
function formsIn(html: string): string[] {
  const tags = [...html.matchAll(/<form\b[^>]*>/gi)]
    .map(([tag]) => tag)
    .filter((tag) => /method="post"/i.test(tag));
  const buttons = [...html.matchAll(/formaction="[^"]*"/gi)].map(([tag]) => tag);
  return [...tags, ...buttons].map((tag) => /action="([^"]*)"/i.exec(tag)?.[1] ?? '');
}

const readRejection = (text: string) =>
  text.includes(supportSessionRejections.right) || text.includes(supportSessionRejections.member);

const isUnknown = (ids: RouteAccess['ids']) =>
  Object.fromEntries(
    Object.values(ids ?? {}).map((key) => [key, `${victim[key].split('_')[0]}_${'0'.repeat(36)}`]),
  );

describe.each(portalRoutes.map((route) => [route.path, route] as const))('%s', (path, route) => {
  const access = portalRouteAccess[path]!;
  const lacking = (need: MemberPermission | 'login' | undefined) =>
    need && need !== 'login'
      ? (['developer', 'finance', 'viewer'] as const).filter((role) => !hasPermission(role, need))
      : [];

  test(
    'rejects other people and lower roles, for every kind of request, and changes nothing',
    { timeout: 60_000 },
    async () => {
      const before = await digestAccount(victim.accountId);
      const address = getRoutePath(path, access, victim);
      for (const [who, browser] of Object.entries(nobodies)) {
        // Every logged-in person can see their own data.
        const isSomebody = who === 'removed member';
        if (!isSomebody || access.see !== 'login')
          for (const read of reads(browser, route, address))
            await expectSentAway(who, read, /^\/(login|accounts)/);
        if (!isSomebody || access.change !== 'login')
          for (const write of writes(browser, route, access, address))
            await expectSentAway(who, write, /^\/(login|accounts)/);
      }
      for (const role of lacking(access.see))
        for (const read of reads(colleagues[role], route, address)) await expectRejected(role, read);
      for (const role of lacking(access.change))
        for (const write of writes(colleagues[role], route, access, address))
          await expectRejected(role, write);
      for (const [what, sendRequest] of writes(owner, route, access, address, {
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
      }))
        expect({ what, status: (await sendRequest()).status }).toEqual({ what, status: 403 });
      expect(await digestAccount(victim.accountId)).toEqual(before);
    },
  );

  test(
    'shows another merchant nothing of this one, and lets them change nothing',
    { timeout: 60_000 },
    async () => {
      const before = await digestAccount(victim.accountId);
      const [victimAddress, unknownAddress] = [
        getRoutePath(path, access, victim),
        getRoutePath(path, access, isUnknown(access.ids)),
      ];
      const strangerRequests = [
        ...reads(stranger, route, victimAddress),
        ...writes(stranger, route, access, victimAddress),
      ];
      const compared = access.ids
        ? [...reads(stranger, route, unknownAddress), ...writes(stranger, route, access, unknownAddress)]
        : [];
      for (const [i, [what, sendRequest]] of strangerRequests.entries()) {
        const { text, ...rest } = await summarizeResponse(await sendRequest());
        expect({
          what,
          includesMark: text.includes(victim.mark),
          includesAccountId: text.includes(victim.accountId),
          isAnswered: rest.status < 500,
        }).toEqual({ what, includesMark: false, includesAccountId: false, isAnswered: true });
        if (compared[i])
          expect({ what, ...rest, text }).toEqual({
            what,
            ...(await summarizeResponse(await compared[i][1]())),
          });
      }
      expect(await digestAccount(victim.accountId)).toEqual(before);
    },
  );

  test(
    'shows a support session what a read-only member sees, and accepts nothing from it',
    { timeout: 60_000 },
    async () => {
      const before = await digestAccount(victim.accountId);
      const address = getRoutePath(path, access, victim);
      const isVisible =
        access.see && access.see !== 'login' && hasPermission('viewer', access.see) && !access.member;
      for (const [what, sendRequest] of reads(supportAgent, route, address)) {
        const response = await sendRequest();
        const text = await response.text();
        const expected = isVisible ? (await colleagues.viewer.open(what.slice('GET '.length))).status : 403;
        expect({ what, status: response.status, includesName: text.includes(strangerAccount.name) }).toEqual({
          what,
          status: expected,
          includesName: false,
        });
        if (!isVisible) expect({ what, rejection: readRejection(text) }).toEqual({ what, rejection: true });
        if (isVisible && route.hasView && expected === 200 && !what.includes('.data'))
          expect({
            what,
            isSessionPage: /<title>Viewing zqx/.test(text),
            includesStrong: text.includes('.</strong>'),
          }).toEqual({ what, isSessionPage: true, includesStrong: true });
      }
      for (const [what, sendRequest] of writes(supportAgent, route, access, address)) {
        const response = await sendRequest();
        expect({
          what,
          status: response.status,
          includesAction: (await response.text()).includes(supportSessionRejections.action),
        }).toEqual({ what, status: 403, includesAction: true });
      }
      expect(await digestAccount(victim.accountId)).toEqual(before);
    },
  );

  test.runIf(access.change && access.change !== 'login')(
    'rejects forms made for another account or environment',
    { timeout: 60_000 },
    async () => {
      const before = await digestAccount(victim.accountId);
      const formContext = { accountId: victim.accountId, environment: 'test' } as const;
      const address = getRoutePath(path, access, victim);
      const others = [
        addFormContext(address, { ...formContext, accountId: strangerAccount.accountId }),
        addFormContext(address, { ...formContext, environment: 'live' }),
        `${addFormContext(address, formContext)}&for=${strangerAccount.accountId}.test`,
        `${address}?for=`,
        `${address}?for=%00`,
      ];
      for (const other of others) {
        for (const [what, sendRequest] of writes(owner, route, access, other)) {
          const response = await sendRequest();
          const text = await response.text();
          expect({
            what,
            status: response.status,
            includesNoChangesWereMade: text.includes('No changes were made.'),
            includesName: text.includes(strangerAccount.name),
          }).toEqual({ what, status: 409, includesNoChangesWereMade: true, includesName: false });
          if (!what.includes('.data') && !scriptPaths.test(path))
            expect({ what, contentType: response.headers.get('content-type') }).toEqual({
              what,
              contentType: expect.stringContaining('text/html'),
            });
        }
      }
      expect(await digestAccount(victim.accountId)).toEqual(before);
    },
  );

  test.runIf(route.hasView && path !== sample)(
    'names the account in each form that changes something',
    async () => {
      const response = await owner.open(getRoutePath(path, access, victim));
      const forms = formsIn(await response.text()).filter((action) => !personalPaths.test(action));
      for (const action of forms) checkedForms.add(action);
      expect(forms.filter((action) => !action.includes(`for=${victim.accountId}.test`))).toEqual([]);
    },
  );

  test('is open to its roles, and not found for an invalid ID', { timeout: 60_000 }, async () => {
    const address = getRoutePath(path, access, victim);
    for (const role of memberRoles.filter(
      (role) =>
        access.see &&
        (!access.own || role === 'owner') &&
        (access.see === 'login' || hasPermission(role, access.see)),
    )) {
      const browser = role === 'owner' || role === 'admin' ? owner : colleagues[role];
      for (const [what, sendRequest] of reads(browser, route, address)) {
        const { status } = await sendRequest();
        expect({ role, what, isAllowed: status < 400 }).toEqual({ role, what, isAllowed: true });
      }
    }
    for (const junk of access.ids
      ? ['%00', 'x%00y', 'x', '..%5c', '%e2%80%ae', `usr_${'0'.repeat(36)}`, 'a'.repeat(3000)]
      : []) {
      const wrong = getRoutePath(
        path,
        access,
        Object.fromEntries(Object.values(access.ids!).map((key) => [key, junk])),
      );
      for (const [what, sendRequest] of reads(owner, route, wrong))
        expect({ what, status: (await sendRequest()).status }).toEqual({ what, status: 404 });
      for (const [what, sendRequest] of writes(owner, route, access, wrong))
        expect({ what, isAnswered: (await sendRequest()).status < 500 }).toEqual({ what, isAnswered: true });
    }
  });
});

test('forms were checked', () => {
  expect(checkedForms.size).toBeGreaterThan(25);
});

describe('staff pages', () => {
  beforeAll(async () => {
    expect(await submitApplication({ accountId: victim.accountId, userId: victim.ownerId })).toBe(
      'submitted',
    );
  });

  describe.each(staffRoutes.map((route) => [route.path, route] as const))('%s', (path, route) => {
    const access = staffRouteAccess[path]!;
    const lacking = (need: StaffPermission | 'login' | undefined) =>
      need && need !== 'login' ? staffRoles.filter((role) => !hasStaffPermission(role, need)) : [];

    test(
      'rejects merchants, other people, and staff without the permission',
      { timeout: 60_000 },
      async () => {
        const before = await digestAccount(victim.accountId);
        const address = getRoutePath(path, access, victim);
        for (const [who, browser] of Object.entries(outsiders))
          for (const sendRequest of [
            ...reads(browser, route, address),
            ...writes(browser, route, access, address),
          ])
            await expectSentAway(who, sendRequest, /^\/staff\/login/);
        for (const role of lacking(access.see))
          for (const read of reads(staff[role], route, address)) await expectRejected(role, read);
        for (const role of lacking(access.change))
          for (const write of writes(staff[role], route, access, address)) await expectRejected(role, write);
        for (const [what, sendRequest] of writes(staff.admin, route, access, address, {
          'sec-fetch-site': 'cross-site',
          origin: 'https://evil.example',
        }))
          expect({ what, status: (await sendRequest()).status }).toEqual({ what, status: 403 });
        expect(await digestAccount(victim.accountId)).toEqual(before);
      },
    );

    test.runIf(access.see)('is open to staff with the permission', { timeout: 60_000 }, async () => {
      for (const role of staffRoles.filter(
        (role) => access.see === 'login' || hasStaffPermission(role, access.see!),
      ))
        for (const [what, sendRequest] of reads(staff[role], route, getRoutePath(path, access, victim))) {
          // A page may lack other parts of its URL, but not the permission.
          const { status, location } = await summarizeResponse(await sendRequest());
          expect({
            role,
            what,
            isAllowed: status < 400 || status === 404,
            leadsToLogin: location?.startsWith('/staff/login') ?? false,
          }).toEqual({ role, what, isAllowed: true, leadsToLogin: false });
        }
    });

    test.runIf(access.ids)('is not found for an invalid ID', { timeout: 60_000 }, async () => {
      for (const junk of ['%00', 'x%00y', 'x', `usr_${'0'.repeat(36)}`]) {
        const wrong = getRoutePath(
          path,
          access,
          Object.fromEntries(Object.values(access.ids!).map((key) => [key, junk])),
        );
        for (const [what, sendRequest] of reads(staff.admin, route, wrong))
          expect({ what, status: (await sendRequest()).status }).toEqual({ what, status: 404 });
        for (const [what, sendRequest] of writes(staff.admin, route, access, wrong))
          expect({ what, isAnswered: (await sendRequest()).status < 500 }).toEqual({
            what,
            isAnswered: true,
          });
      }
    });
  });
});

/** What a loader may write: the viewer. */
const auditTables = new Set(['audit_entries', 'audit_links', 'audit_chains', 'audit_anchors']);

test('viewing pages changes nothing', { timeout: 120_000 }, async () => {
  const written: Record<string, string[]> = {};
  for (const [list, lines, browser] of [
    [portalRoutes, portalRouteAccess, owner],
    [staffRoutes, staffRouteAccess, staff.admin],
  ] as const) {
    for (const route of list.filter(({ hasLoader }) => hasLoader)) {
      const access = lines[route.path]! as RouteAccess<string>;
      const { statements } = await recordWork(async () => {
        for (const [, sendRequest] of reads(browser, route, getRoutePath(route.path, access, victim)))
          await (await sendRequest()).text();
      });
      const writes = statements.flatMap((text) =>
        [
          ...text.matchAll(
            /\b(?:insert\s+into|(?<!for |do )update|delete\s+from)\s+(?:"?public"?\.)?"?(\w+(?:\.\w+)?)/gi,
          ),
        ].map(([, table]) => ({ table: table!, text })),
      );
      const changed = writes
        .filter(({ table }) => !auditTables.has(table))
        .map(({ text }) => text.slice(0, 200));
      if (changed.length) written[route.path] = changed;
    }
  }
  expect(written).toEqual({});
});

// Last, because they have effects: each entry states what the action requires.
test('every action accepts requests with its permission', { timeout: 120_000 }, async () => {
  const own = await buildVictim();
  for (const role of memberRoles) {
    for (const route of portalRoutes.filter(({ hasAction }) => hasAction)) {
      const need = portalRouteAccess[route.path]!.change!;
      if (need !== 'login' && !hasPermission(role, need)) continue;
      const { userId } = await buildPerson({ accountId: own.accountId, role });
      const browser = await logInAs(userId);
      const address = addFormContext(getRoutePath(route.path, portalRouteAccess[route.path]!, own), {
        accountId: own.accountId,
        environment: 'test',
      });
      const response = await browser.submit(address, {}, { headers: buildLengthHeader({}) });
      const text = await response.text();
      expect({
        role,
        path: route.path,
        isAnswered: response.status < 500,
        isForbidden: response.status === 403 && /Required permission|"permission"/.test(text),
        hasSwitched: text.includes('you’ve switched to'),
      }).toEqual({ role, path: route.path, isAnswered: true, isForbidden: false, hasSwitched: false });
    }
  }
});
