import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { createEndpoint } from '~/webhooks/endpoints/endpoints';
import { fanOutEvents } from '~/webhooks/events/fan-out';
import {
  respondOk,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../../tests/peers/services/webhook-receiver';
import { expectConsoleError } from '../../../../tests/setup/errors';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { listMailsToOwner } from '../../../../tests/world/mails/mails';
import { setUpAuthenticator } from '../../../../tests/world/identity/second-factors';
import { expireStepUpConfirmation } from '../../../../tests/world/identity/step-up-confirmations';
import { logInAs } from '../../../../tests/world/identity/team';
import { buildMerchant, goLive } from '../../../../tests/world/merchants';
import {
  buildEndpoint,
  deliverDueWebhooks,
  listEndpointDeliveries,
  dropWaitingDeliveries,
  publishTestEvent,
} from '../../../../tests/world/webhooks';

const password = 'correct horse battery';
const path = '/developers/webhooks';

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver.stop());
afterEach(async () => {
  receiver.answer(respondOk);
  receiver.received.length = 0;
  await dropWaitingDeliveries();
});

/** The browser of a logged-in member of a new merchant with this role. */
async function logIn(role = 'owner') {
  const email = `hook-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  await prisma.member.updateMany({ where: { userId: merchant.ownerId }, data: { role } });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  return { merchant, browser };
}

/** The browser of an owner who is logged in to live with an authenticator app. */
async function logInLive() {
  const merchant = await goLive(await buildMerchant());
  await setUpAuthenticator(merchant.ownerId);
  const browser = await logInAs(merchant.ownerId, { method: 'password_and_code' });
  await browser.submit('/environment', { environment: 'live' });
  return { merchant, browser };
}

const formOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  );
const textOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

test('an endpoint is added, tested, sent to, disabled and deleted by plain forms', async () => {
  const { merchant, browser } = await logIn();
  expect((await readPage(await browser.open('/developers'))).html).toContain(`href="${path}"`);
  expect((await readPage(await browser.open(path))).html).toContain('No endpoints yet');
  const hidden = formOf((await readPage(await browser.open(`${path}/new`))).html);
  const fields = { ...hidden, url: `${receiver.url}/hooks`, description: 'Our shop', listen: 'all' };
  const added = await browser.submit(`${path}/new`, fields);
  const endpointPath = `${path}/${hidden.id}`;
  expect({ status: added.status, location: added.headers.get('location') }).toEqual({
    status: 302,
    location: endpointPath,
  });
  // Submitted twice, it's the same.
  expect((await browser.submit(`${path}/new`, fields)).headers.get('location')).toBe(endpointPath);
  expect(await prisma.webhookEndpoint.count({ where: { accountId: merchant.accountId } })).toBe(1);

  const visible = await readPage(await browser.open(endpointPath));
  expect(visible.html).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
  expect((await readPage(await browser.open(endpointPath))).html).not.toMatch(/whsec_[A-Za-z0-9+/]{43}/);
  expect((await readPage(await browser.open(path))).html).toContain('Our shop');

  const tested = await browser.submit(`${endpointPath}/tests`, {
    event: formOf(visible.html).event!,
    type: 'refund.created',
  });
  const deliveryPath = tested.headers.get('location')!;
  expect(deliveryPath).toMatch(/^\/developers\/webhooks\/deliveries\/dlv_\w+\?done=test_sent$/);
  const openDelivery = async () => (await readPage(await browser.open(deliveryPath))).html;
  const readDelivery = async () => textOf(await openDelivery());
  expect(await readDelivery()).toContain('Your server’s response appears below in a moment');
  await deliverDueWebhooks();
  const delivery = await readDelivery();
  expect(delivery).not.toContain('in a moment');
  for (const text of [
    'Test delivery refund.created',
    'Returned 200',
    'requested by Owner of',
    '&quot;sample&quot;: true',
    'webhook-signature: v1,',
  ])
    expect(delivery).toContain(text);

  // The page waits for the result, which is read aloud.
  const [, status] = /<header.*?role="status">(.*?)<\/header>/s.exec(await openDelivery())!;
  expect(textOf(status!)).toMatch(/Delivered\s*\. Returned 200/);

  await publishTestEvent(merchant, 'chargeback.opened');
  await deliverDueWebhooks();
  const log = async (query: string) =>
    [
      ...(await readPage(await browser.open(`${endpointPath}${query}`))).html.matchAll(
        /deliveries\/dlv_\w+"[^>]*>(.+?)<\/a>/g,
      ),
    ].map(([, type]) => type!.replaceAll(/<[^>]+>/g, ''));
  expect(await log('')).toEqual(['chargeback.opened', 'refund.created']);
  expect(await log('?type=refund.created')).toEqual(['refund.created']);
  expect(await log('?status=failed')).toEqual([]);
  expect(await log('?status=nonsense&type=%00&before=x')).toEqual(['chargeback.opened', 'refund.created']);

  expect(
    (await browser.submit(`${endpointPath}/status`, { status: 'disabled' })).headers.get('location'),
  ).toBe(`${endpointPath}?done=disabled`);
  await publishTestEvent(merchant, 'refund.settled');
  await deliverDueWebhooks();
  const readEdited = async () =>
    textOf((await readPage(await browser.open(`${endpointPath}?done=edited`))).html);
  expect(await readEdited()).toContain('We send webhooks to it after you enable it.');
  expect(textOf((await readPage(await browser.open(`${endpointPath}?done=disabled`))).html)).toContain(
    'Pending deliveries won’t be sent.',
  );
  await browser.submit(`${endpointPath}/status`, { status: 'enabled' });
  expect(textOf((await readPage(await browser.open(endpointPath))).html)).toContain(
    'One delivery failed or wasn’t sent',
  );
  // This one failed in the outage, days before the endpoint was disabled.
  const [first] = await listEndpointDeliveries(endpointPath.split('/').at(-1)!);
  await prisma.webhookDelivery.update({
    where: { id: first!.id },
    data: { status: 'failed', finishedAt: new Date(Date.now() - 2 * 86_400_000) },
  });
  await prisma.webhookDelivery.updateMany({
    where: { endpointId: first!.endpointId, status: 'delivered' },
    data: { finishedAt: new Date(Date.now() - 5 * 86_400_000) },
  });
  expect(
    (await browser.submit(`${endpointPath}/resends`, { since: 'disabled' })).headers.get('location'),
  ).toBe(`${endpointPath}?done=resent&count=2`);
  await deliverDueWebhooks();
  expect(receiver.received).toHaveLength(4);

  expect((await browser.submit(`${endpointPath}/delete`, {})).headers.get('location')).toBe(
    `${path}?deleted`,
  );
  expect((await readPage(await browser.open(path))).html).toContain('No endpoints yet');
  expect(textOf((await readPage(await browser.open(endpointPath))).html)).toContain(
    'This endpoint is deleted',
  );
  for (const gone of ['edit', 'secret', 'delete'])
    expect((await browser.open(`${endpointPath}/${gone}`)).status).toBe(404);
  expect((await browser.open(deliveryPath)).status).toBe(200);
});

test('an invalid form is rejected with all errors, and keeps its input', async () => {
  const { browser } = await logIn();
  const hidden = formOf((await readPage(await browser.open(`${path}/new`))).html);
  const response = await browser.submit(`${path}/new`, {
    ...hidden,
    url: 'ftp://shop.example"><script>',
    description: 'x'.repeat(300),
    listen: 'chosen',
  });
  const { html, title, errors } = await readPage(response);
  expect({ status: response.status, title }).toEqual({ status: 422, title: 'Error: Add endpoint · Tillway' });
  expect(errors).toHaveLength(3);
  expect(html).toContain('value="ftp://shop.example&quot;&gt;&lt;script&gt;"');
  expect(
    await readPage(
      await browser.submit(`${path}/new`, {
        ...hidden,
        url: 'https://name.invalid/',
        description: '',
        listen: 'all',
      }),
    ),
  ).toMatchObject({ errors: [expect.stringContaining('We can’t find this host in DNS')] });
});

test('repeated and absurd fields are rejected without an error', async () => {
  const { merchant, browser } = await logIn();
  const hidden = formOf((await readPage(await browser.open(`${path}/new`))).html);
  const send = async (target: string, body: string) => {
    const sent = openSame(browser, target, body);
    return (await sent).status;
  };
  expect(
    await send(
      `${path}/new`,
      `environment=test&id=${hidden.id}&url=https://a.example&url=https://b.example&description=&listen=all`,
    ),
  ).toBe(400);
  expect(
    await send(`${path}/new`, `environment=test&id=x&id=y&url=${receiver.url}&description=%00&listen=all`),
  ).toBe(400);
  expect(
    await send(`${path}/new`, `environment=test&id=x&url=${receiver.url}&description=%00&listen=all`),
  ).toBe(409);
  expect(
    await send(
      `${path}/new`,
      `environment=test&id=${hidden.id}&url=${receiver.url}&listen=chosen&events=${'refund.created&events='.repeat(500)}__proto__`,
    ),
  ).toBe(422);
  const endpoint = await buildEndpoint(receiver.url, { merchant });
  const target = `${path}/${endpoint.id}`;
  for (const [part, body] of [
    ['tests', 'type=__proto__&event=1'],
    ['tests', `type=refund.created&event=${createId('hook')}`],
    ['resends', 'since=__proto__'],
  ] as const)
    expect(await send(`${target}/${part}`, body)).toBe(302);
  for (const [part, body] of [
    ['status', 'status=enabled&status=disabled'],
    ['resends', 'since=-1&since=2'],
  ] as const)
    expect(await send(`${target}/${part}`, body)).toBe(400);
  expect(await send(`${target}/secret`, 'overlap=1e9&from=__proto__')).toBe(422);
  expect(await send(`${target}/secret`, 'overlap=24&from=99999999999999999999')).toBe(409);
  expect(await prisma.webhookDelivery.count({ where: { endpointId: endpoint.id } })).toBe(0);
  for (const id of ['%00', 'hook_1', `hook_${'0'.repeat(36)}`, endpoint.id.replace('hook', 'dlv'), '..%2F'])
    expect((await browser.open(`${path}/${id}`)).status).toBe(404);
  for (const id of ['%00', `dlv_${'0'.repeat(36)}`]) {
    expect((await browser.open(`${path}/deliveries/${id}`)).status).toBe(404);
    expect(await send(`${path}/deliveries/${id}/resend`, '')).toBe(404);
  }
});

function openSame(browser: ReturnType<typeof openBrowser>, target: string, body: string): Promise<Response> {
  const fields = new URLSearchParams(body) as unknown as Record<string, string>;
  return browser.submit(target, fields);
}

test('the secret is rotated, and the page says that two sign', async () => {
  const { merchant, browser } = await logIn();
  const endpoint = await buildEndpoint(receiver.url, { merchant });
  const target = `${path}/${endpoint.id}`;
  const { from } = formOf((await readPage(await browser.open(`${target}/secret`))).html);
  expect(
    (await browser.submit(`${target}/secret`, { from: from!, overlap: '24' })).headers.get('location'),
  ).toBe(target);
  const { html } = await readPage(await browser.open(target));
  expect(html).toMatch(/whsec_/);
  expect(textOf(html)).toContain('Two active. The old one expires');
  const next = (await readPage(await browser.open(`${target}/secret`))).html;
  expect(next).toContain('so a new one replaces both immediately.');
  expect(next).not.toContain('In 24 hours');
  const again = await browser.submit(`${target}/secret`, { from: '2', overlap: '1' });
  expect({ status: again.status, errors: (await readPage(again)).errors }).toEqual({
    status: 409,
    errors: [
      'This endpoint already has two active secrets. Wait until the old one expires, or replace both secrets immediately',
    ],
  });
});

test("a page opened before a colleague's edit overwrites no value unseen", async () => {
  const { merchant, browser } = await logIn();
  const { id } = await buildEndpoint(`${receiver.url}/`, { merchant });
  const editPath = `${path}/${id}/edit`;
  const readSeen = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/name="(seen_\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
    );
  const seen = readSeen((await readPage(await browser.open(editPath))).html);
  expect(seen).toEqual({ seen_url: `${receiver.url}/`, seen_description: '', seen_events: '' });
  const input = { url: `${receiver.url}/`, description: '', listen: 'all' };
  const findStored = () =>
    prisma.webhookEndpoint.findUniqueOrThrow({
      where: { id },
      select: { url: true, description: true, events: true },
    });
  await browser.submit(editPath, { ...input, ...seen, listen: 'chosen', events: 'refund.created' });
  await browser.submit(editPath, { ...input, ...seen, description: 'Warehouse' });
  const events = ['refund.created', 'refund.declined'];
  await prisma.webhookEndpoint.update({ where: { id }, data: { events } });
  const merged = { url: `${receiver.url}/`, description: 'Warehouse', events };
  expect(await findStored()).toEqual(merged);

  const invalid = await readPage(await browser.submit(editPath, { ...input, ...seen, url: 'x y' }));
  expect(readSeen(invalid.html)).toEqual(seen);
  const changes = { description: 'Shop', listen: 'chosen', events: 'refund.settled' };
  const conflict = await browser.submit(editPath, { ...input, ...seen, ...changes });
  const { html, errors } = await readPage(conflict);
  expect({ status: conflict.status, errors }).toEqual({
    status: 422,
    errors: [
      'Someone else changed this to “Warehouse” after you opened the page. Save again to replace it',
      'Someone else changed this to “refund.created, refund.declined” after you opened the page. Save again to replace it',
    ],
  });
  expect(await findStored()).toEqual(merged);
  await browser.submit(editPath, { ...input, ...readSeen(html), ...changes });
  expect(await findStored()).toEqual({ ...merged, description: 'Shop', events: ['refund.settled'] });
});

test('one email each is sent about a new secret and a new URL, without the part after the host', async () => {
  const { merchant, browser } = await logIn();
  const endpoint = await buildEndpoint(`${receiver.url}/hooks/s3cr3t-path?token=s3cr3t-token`, { merchant });
  const target = `${path}/${endpoint.id}`;
  const received = async () =>
    (await listMailsToOwner(merchant)).map(({ template, props }) => [
      template,
      props.change,
      props.environment,
      props.subject,
      props.overlapHours,
      String(props.link).endsWith(target),
    ]);
  const edit = (url: string) =>
    browser.submit(`${target}/edit`, { url, description: 'Changed', listen: 'all' });
  await edit(`${receiver.url}/hooks/s3cr3t-path?token=s3cr3t-token`);
  expect(await received()).toEqual([]);
  for (let sent = 1; sent <= 2; sent++)
    await browser.submit(`${target}/secret`, { from: '1', overlap: '24' });
  for (let sent = 1; sent <= 2; sent++) await edit(`${receiver.url}/hooks/s3cr3t-other`);
  const host = new URL(receiver.url).host;
  expect((await received()).sort()).toEqual([
    ['credentials-changed', 'webhook_address_changed', 'test', host, undefined, true],
    ['credentials-changed', 'webhook_secret_rotated', 'test', host, 24, true],
  ]);
  await browser.submit(`${target}/delete`, {});
  const { entries } = await listAudit({ accountId: merchant.accountId });
  const urls = entries.flatMap(({ action, before, after }) =>
    action === 'webhook_endpoint_edited'
      ? [[before, after].map((values) => (values as { url: string }).url)]
      : [],
  );
  expect(urls).toEqual([
    [`${receiver.url}/…`, `${receiver.url}/… (another path)`],
    [`${receiver.url}/…`, `${receiver.url}/…`],
  ]);
  expect(JSON.stringify([entries, await listMailsToOwner(merchant)])).not.toContain('s3cr3t');
});

test('in live, adding an endpoint and editing it require a confirmation, which keeps the input', async () => {
  const { merchant, browser } = await logInLive();
  const { accountId, ownerId: userId } = merchant;
  const hidden = formOf((await readPage(await browser.open(`${path}/new`))).html);
  const fields = { ...hidden, url: 'https://8.8.8.8/a', description: 'Our shop', listen: 'all' };
  const target = `${path}/${hidden.id}`;
  const forms: [string, Record<string, string>][] = [
    [`${path}/new`, fields],
    [`${target}/edit`, { ...fields, url: 'https://8.8.4.4/s3cr3t' }],
  ];
  for (const [form, input] of forms) {
    await expireStepUpConfirmation(userId);
    const confirmation = `/confirm-it-is-you?${new URLSearchParams({ returnTo: form })}`;
    const late = await browser.submit(form, input);
    expect({ status: late.status, location: late.headers.get('location') }).toEqual({
      status: 307,
      location: confirmation,
    });
    expect((await browser.open(form)).headers.get('location')).toBe(confirmation);
    expect(formOf((await readPage(await browser.submit(confirmation, input))).html)).toMatchObject(input);
    expect(await prisma.webhookEndpoint.count({ where: { accountId, url: input.url } })).toBe(0);
    await prisma.session.updateMany({ where: { userId }, data: { confirmedAt: new Date() } });
    expect((await browser.submit(form, input)).headers.get('location')).toContain(target);
    expect(await prisma.webhookEndpoint.count({ where: { accountId, url: input.url } })).toBe(1);
  }
  const mails = await listMailsToOwner(merchant);
  expect(
    mails.flatMap(({ template, props }) =>
      template === 'credentials-changed' ? [[props.change, props.environment, props.subject]] : [],
    ),
  ).toEqual([
    ['webhook_created', 'live', '8.8.8.8'],
    ['webhook_address_changed', 'live', '8.8.4.4'],
  ]);
});

test('in live, nobody adds or edits an endpoint without a second factor', async () => {
  const { merchant, browser } = await logInLive();
  const { accountId, ownerId: by } = merchant;
  const key = { accountId, environment: 'live' as const, id: createId('hook') };
  const accepted = { url: 'https://shop.example/', description: '', events: [] };
  await createEndpoint({ ...key, accepted, by, notifyOwner: async () => {} });
  await prisma.secondFactor.deleteMany({ where: { userId: by } });
  const fields = { environment: 'live', url: 'https://8.8.8.8/', description: '', listen: 'all' };
  for (const [form, id] of [
    [`${path}/new`, createId('hook')],
    [`${path}/${key.id}/edit`, ''],
  ] as const) {
    expect((await readPage(await browser.open(form))).html).toContain('set up a second factor');
    expect((await browser.submit(form, { ...fields, id })).headers.get('location')).toBe(form);
  }
  expect(await prisma.webhookEndpoint.findMany({ where: { accountId } })).toMatchObject([
    { id: key.id, url: accepted.url },
  ]);
});

test.each([
  ['viewer', false],
  ['developer', true],
])('a %s sees the complete URL of an endpoint: %s', async (role, whole) => {
  const { merchant, browser } = await logIn(role);
  const endpoint = await buildEndpoint(`${receiver.url}/hooks/s3cr3t-path?token=s3cr3t-token`, { merchant });
  const eventId = await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  const { headers, body } = receiver.received[0]!;
  await prisma.webhookEndpoint.update({
    where: { id: endpoint.id },
    data: { failingSince: new Date(), failures: 1 },
  });
  const [{ id }] = (await listEndpointDeliveries(endpoint.id)) as unknown as [{ id: string }];
  const pasted = {
    what: 'webhook',
    id: eventId,
    timestamp: String(headers['webhook-timestamp']),
    signature: String(headers['webhook-signature']),
    body,
  };
  for (const response of [
    browser.open('/'),
    browser.open(path),
    browser.open(`${path}/${endpoint.id}`),
    browser.open(`${path}/deliveries/${id}`),
    browser.submit('/developers/verify', pasted),
  ]) {
    const { html } = await readPage(await response);
    expect({
      showsSecretPath: html.includes('s3cr3t'),
      showsShortPath: html.includes(`${receiver.url}/…`),
    }).toEqual({ showsSecretPath: whole, showsShortPath: !whole });
  }
});

test('a failed delivery is resent, and leads to its transaction', async () => {
  const { merchant, browser } = await logIn();
  const endpoint = await buildEndpoint(receiver.url, { merchant });
  receiver.answer((response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<b>down</b>'));
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  const [{ id }] = (await listEndpointDeliveries(endpoint.id)) as unknown as [{ id: string }];
  const target = `${path}/deliveries/${id}`;
  const page = (await readPage(await browser.open(target))).html;
  expect(page).toContain('Returned 500');
  expect(page).toContain('&lt;b&gt;down&lt;/b&gt;');
  receiver.answer(respondOk);
  expect((await browser.submit(`${target}/resend`, {})).headers.get('location')).toBe(
    `${target}?done=queued`,
  );
  await deliverDueWebhooks();
  expect(textOf((await readPage(await browser.open(target))).html)).toMatch(/Returned 200.*Returned 500/);
  await prisma.$executeRaw`update webhook_deliveries set status = 'pending', finished_at = null, next_attempt_at = now() + interval '1 minute', leased_until = now() + interval '1 minute' where id = ${id}`;
  const rejected = (await browser.submit(`${target}/resend`, {})).headers.get('location')!;
  expect(textOf((await readPage(await browser.open(rejected))).html)).toContain('An attempt is in progress');
});

test('a delivery’s page says whether it’s being sent or is waiting for other deliveries', async () => {
  const { merchant, browser } = await logIn();
  const endpoint = await buildEndpoint(receiver.url, { merchant });
  await publishTestEvent(endpoint);
  await publishTestEvent(endpoint);
  await fanOutEvents();
  const [first, second] = (await listEndpointDeliveries(endpoint.id)) as unknown as { id: string }[];
  const read = async ({ id }: { id: string }) =>
    textOf((await readPage(await browser.open(`${path}/deliveries/${id}`))).html);
  expect(await read(second!)).toContain('None yet. The first attempt starts in a moment.');
  const leasedUntil = new Date(Date.now() + 60_000);
  await prisma.webhookDelivery.update({ where: { id: first!.id }, data: { leasedUntil } });
  expect(await read(first!)).toContain('The first attempt is in progress.');
  // A healthy endpoint gets several at once.
  expect(await read(second!)).toContain('The first attempt starts in a moment.');
  await prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { failingSince: new Date() } });
  const queued = await read(second!);
  for (const text of [
    'as soon as your server responds to the deliveries in progress',
    'When other deliveries',
  ])
    expect(queued).toContain(text);
});

test('a delivery that is sent again doesn’t wait for a retry', async () => {
  const { merchant, browser } = await logIn();
  const endpoint = await buildEndpoint(receiver.url, { merchant });
  const read = async (page: string) => textOf((await readPage(await browser.open(page))).html);
  const page = `${path}/${endpoint.id}`;
  receiver.answer((response) => response.writeHead(500).end());
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  const { id } = (await listEndpointDeliveries(endpoint.id))[0]!;
  expect(await read(page)).toMatch(/transaction\.\s+captured\s+Will retry Returned 500\s*\. Next attempt:/);
  await prisma.webhookDelivery.update({
    where: { id },
    data: { status: 'failed', nextAttemptAt: null, finishedAt: new Date() },
  });
  const resent = (await browser.submit(`${page}/resends`, { since: 'month' })).headers.get('location')!;
  let respond = () => {};
  const arrival = new Promise<void>((arrive) =>
    receiver.answer((response) => {
      respond = () => void response.writeHead(204).end();
      arrive();
    }),
  );
  const expectState = async (state: string) => {
    const [list, delivery] = [await read(resent), await read(`${path}/deliveries/${id}`)];
    expect(list).toMatch(new RegExp(`transaction\\.\\s+captured\\s+${state} Returned`));
    expect(delivery).toMatch(new RegExp(`transaction\\.captured ${state}`));
    for (const text of [list, delivery]) expect(text).not.toMatch(/retr(y|ied)|another attempt/);
  };
  await expectState('Waiting');
  const worker = deliverDueWebhooks();
  await arrival;
  await expectState('Sending');
  respond();
  await worker;
  await expectState('Delivered');
});

test('while a delivery waits for a retry, no text of the page says that all is well', async () => {
  const { merchant, browser } = await logIn();
  const endpoint = await buildEndpoint(receiver.url, { merchant });
  const read = async () => textOf((await readPage(await browser.open(`${path}/${endpoint.id}`))).html);
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  expect(await read()).toMatch(/All 1 delivered .* No failed deliveries to send again\./);
  receiver.answer((response) => response.writeHead(500).end());
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  const page = await read();
  expect(page).toContain('Webhooks failing');
  expect(page).toContain('1 delivered, 1 will be retried');
  expect(page).toContain('No failed deliveries to send again. 1 delivery is waiting for another attempt.');
  expect(textOf((await readPage(await browser.open(path))).html)).toContain('1 delivered, 1 will be retried');
  await prisma.webhookDelivery.updateMany({
    where: { endpointId: endpoint.id, status: 'pending' },
    data: { status: 'failed', nextAttemptAt: null, finishedAt: new Date() },
  });
  expect(await read()).toContain('1 of 2 delivered');
  await prisma.webhookDelivery.updateMany({
    where: { endpointId: endpoint.id, status: 'failed' },
    data: { status: 'dropped' },
  });
  expect(await read()).toContain('1 delivered, 1 not sent');
});

test.each([
  ['admin', 200, 200, 302],
  ['developer', 200, 200, 302],
  ['viewer', 200, 403, 403],
  ['finance', 403, 403, 403],
])('%s', async (role, read, edit, change) => {
  const { merchant, browser } = await logIn(role);
  const endpoint = await buildEndpoint(receiver.url, { merchant });
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  const [{ id }] = (await listEndpointDeliveries(endpoint.id)) as unknown as [{ id: string }];
  const target = `${path}/${endpoint.id}`;
  for (const page of [path, target, `${path}/deliveries/${id}`])
    expect((await browser.open(page)).status).toBe(read);
  for (const page of [`${path}/new`, `${target}/edit`, `${target}/secret`, `${target}/delete`])
    expect((await browser.open(page)).status).toBe(edit);
  const changes: [string, Record<string, string>][] = [
    [`${path}/deliveries/${id}/resend`, {}],
    [`${target}/tests`, { type: 'webhook.test', event: createId('evt') }],
    [`${target}/resends`, { since: 'day' }],
    [`${target}/secret`, { overlap: '0', from: '1' }],
    [`${target}/edit`, { url: receiver.url, description: '', listen: 'all' }],
    [
      `${path}/new`,
      { id: createId('hook'), environment: 'test', url: receiver.url, description: '', listen: 'all' },
    ],
    [`${target}/status`, { status: 'disabled' }],
    [`${target}/delete`, {}],
  ];
  for (const [page, fields] of changes)
    expect({ page, status: (await browser.submit(page, fields)).status }).toEqual({ page, status: change });
});

test('an attempt that sent nothing shows no request', async () => {
  const { merchant, browser } = await logIn();
  const endpoint = await buildEndpoint(receiver.url, { merchant });
  await prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { url: 'nowhere' } });
  await publishTestEvent(endpoint);
  expectConsoleError();
  await deliverDueWebhooks();
  const deliveryId = (await listEndpointDeliveries(endpoint.id))[0]!.id;
  const visible = async () =>
    textOf((await readPage(await browser.open(`${path}/deliveries/${deliveryId}`))).html);
  expect(await visible()).toContain('No request was sent');
  expect(await visible()).not.toContain('Request headers');
  await prisma.webhookAttempt.create({
    data: {
      deliveryId,
      startedAt: new Date(),
      durationMs: 1,
      error: 'timeout',
      requestHeaders: { 'webhook-id': 'evt_1' },
    },
  });
  expect(await visible()).toContain('Request headers');
});

test("another merchant's endpoints and deliveries are not found", async () => {
  const { browser } = await logIn();
  const endpoint = await buildEndpoint(receiver.url);
  await publishTestEvent(endpoint);
  await deliverDueWebhooks();
  const [{ id }] = (await listEndpointDeliveries(endpoint.id)) as unknown as [{ id: string }];
  expect((await readPage(await browser.open(path))).html).not.toContain(endpoint.id);
  for (const page of [
    `${path}/${endpoint.id}`,
    `${path}/${endpoint.id}/edit`,
    `${path}/${endpoint.id}/secret`,
    `${path}/${endpoint.id}/delete`,
    `${path}/deliveries/${id}`,
  ])
    expect((await browser.open(page)).status).toBe(404);
  expect((await browser.submit(`${path}/deliveries/${id}/resend`, {})).status).toBe(404);
  expect((await browser.submit(`${path}/${endpoint.id}/status`, { status: 'disabled' })).status).toBe(404);
  expect(
    (
      await browser.submit(`${path}/${endpoint.id}/edit`, {
        url: receiver.url,
        description: '',
        listen: 'all',
      })
    ).status,
  ).toBe(404);
  await browser.submit(`${path}/${endpoint.id}/delete`, {});
  expect(await prisma.webhookEndpoint.findUnique({ where: { id: endpoint.id } })).toMatchObject({
    status: 'enabled',
    deletedAt: null,
  });
});
