import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { openBrowser } from '../../../../tests/world/browser';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildStaff, staffPassword } from '../../../../tests/world/identity/staff';
import { buildPerson, logInAs, memberPassword } from '../../../../tests/world/identity/team';
import { recordWork } from '../../../../tests/world/work-recorder';

// Threat T7: the reply is the same for existing and unknown addresses, and takes the same work. `npm run
// bench -- enumeration` measures the time.

// As long as those of the builders, so that sizes can be compared.
const nobody = async () =>
  `usr_${Math.random().toString(36).slice(2).padEnd(36, '0').slice(0, 36)}@team.test`;
const somebody = async () => (await buildPerson()).email;
const ofStaff = async () => (await buildStaff('support')).email;
const merchantAsStaff = async () => (await buildPerson()).email;

type Browser = ReturnType<typeof openBrowser>;
const invite = async () => logInAs((await buildMerchant({ name: 'Inviting Ltd' })).ownerId);

const forms: {
  form: string;
  path: string;
  fields: Record<string, string>;
  who: (() => Promise<string>)[];
  browser?: () => Promise<Browser>;
  again?: string;
}[] = [
  {
    form: 'a registration',
    path: '/register',
    fields: { name: 'Ada' },
    who: [somebody, nobody],
    again: '/register/sent',
  },
  {
    form: 'a new password',
    path: '/forgot-password',
    fields: {},
    who: [somebody, nobody],
    again: '/forgot-password/sent',
  },
  {
    form: 'a wrong password',
    path: '/login',
    fields: { password: 'wrong horse battery' },
    who: [somebody, nobody],
  },
  {
    form: 'a wrong password of the staff',
    path: '/staff/login',
    fields: { password: 'wrong horse battery' },
    who: [ofStaff, nobody, merchantAsStaff],
  },
  {
    form: 'the right password of no staff',
    path: '/staff/login',
    fields: { password: memberPassword },
    who: [merchantAsStaff, nobody],
  },
  {
    form: 'an invitation to a team',
    path: '/team',
    fields: { role: 'viewer' },
    who: [somebody, nobody],
    browser: invite,
  },
];

test.each(forms)(
  '$form has the same reply, byte for byte and after the same work',
  async ({ path, fields, who, browser: open, again }) => {
    const answers = [];
    for (const find of who) {
      const email = await find();
      const browser = open ? await open() : openBrowser();
      const steps = [await ask(email, () => browser.submit(path, { ...fields, email }))];
      if (again) {
        steps.push(await ask(email, () => browser.open(again)));
        await prisma.rateLimit.deleteMany({ where: { key: { startsWith: 'mail_pause' } } });
        steps.push(await ask(email, () => browser.submit(again, {})));
      }
      answers.push(steps);
    }
    for (const other of answers.slice(1)) expect(other).toEqual(answers[0]);
    expect(answers[0]![0]!.work.statements.length).toBeGreaterThan(2);
  },
);

test('the compared work contains a password hash', async () => {
  const { email } = await buildStaff('support');
  expect(
    (await recordWork(() => openBrowser().submit('/staff/login', { email, password: staffPassword }))).hashes,
  ).toBe(1);
  expect((await recordWork(() => openBrowser().open('/staff/login'))).hashes).toBe(0);
});

async function ask(email: string, send: () => Promise<Response>) {
  let answer = {};
  const work = await recordWork(async () => {
    const response = await send();
    const plain = (text: string) => withoutChance(text.replaceAll(email, 'EMAIL'));
    const headers = [...response.headers].map(
      ([name, value]) =>
        `${name}: ${plain(name === 'set-cookie' ? value.replace(/=[^;]+/, (sealed) => `=${sealed.length}`) : value)}`,
    );
    answer = { status: response.status, headers, body: plain(await response.text()) };
  });
  return { ...answer, work };
}

/** Removes what is random in every response, and the seconds until the next email, which pass meanwhile. */
function withoutChance(text: string): string {
  return text
    .replace(/\b(1 minute|\d+ seconds)\b/g, 'WAIT')
    .replace(/(waitSeconds\\?",)\d+/g, '$1WAIT')
    .replace(/nonce-[\w+/=]+|nonce="[^"]*"|\bnonce\\?":\\?"[^"\\]*/g, 'NONCE')
    .replace(/\b(req|acc|usr|inv)_[0-9a-z]{30,}/g, '$1');
}
