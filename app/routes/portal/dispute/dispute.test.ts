import { describe, expect, test, vi } from 'vitest';
import { getSimulator } from '~/acquirers/registry';
import { checkDocument } from '~/documents/document-check';
import { maximumBytes } from '~/documents/file-types';
import { hashPassword } from '~/identity/passwords/passwords';
import { renderMail } from '~/mail/templates';
import { importStatements } from '~/payments/reconciliation/acquirer-statements';
import { remindDisputes } from '~/payments/disputes/dispute-notifications';
import { submitDisputeResponses } from '~/payments/disputes/submission';
import { acceptDispute, submitDisputeEvidence } from '~/payments/disputes/disputes';
import { simulateEvent } from '~/payments/operations/simulated-events';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../../tests/world/api-client';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import * as files from '../../../../tests/world/documents/sample-files';
import { listMailsToOwner as mailsToOwner } from '../../../../tests/world/mails/mails';
import { buildPayment } from '../../../../tests/world/payments/payments';
import { deleteTransactions } from '../../../../tests/world/payments/overwrite';

const password = 'correct horse battery';
const passwordHash = hashPassword(password);

/**
 * A merchant with a chargeback of 40.00 USD that the simulator knows, and the browser of its owner or another
 * role.
 */
async function openCase(role = 'owner') {
  const client = await buildApiClient();
  const { accountId, ownerId: userId } = client.merchant;
  const { id: paymentId } = await buildPayment(client, { operation: 'authcap', amount: 4_000 });
  expect(await simulateEvent('open_chargeback', { accountId, id: paymentId, userId })).toBe(true);
  const { id } = await prisma.transaction.findFirstOrThrow({ where: { parentId: paymentId } });
  const { email } = await prisma.user.update({
    where: { id: userId },
    data: { passwordHash: await passwordHash },
  });
  await prisma.member.updateMany({ where: { userId }, data: { role } });
  const browser = openBrowser();
  expect((await browser.submit('/login', { email, password })).status).toBe(302);
  const page = `/transactions/${id}/dispute`;
  const read = async (path = page) =>
    (await readPage(await browser.open(path))).html
      .replace(/<script.*?<\/script>/gs, '')
      .replace(/<!-- -->/g, '')
      .replace(/<[^>]+>/g, '|')
      .replace(/\|+/g, '|');
  const begin = (change: object = {}) =>
    browser.submit('/documents', {
      kind: 'dispute_evidence_delivery',
      subject: id,
      fileName: 'delivery.pdf',
      contentType: 'application/pdf',
      sizeBytes: '100',
      ...change,
    });
  const send = async (kind?: string) => {
    const { documentId, upload } = (await (await begin(kind ? { kind } : {})).json()) as {
      documentId: string;
      upload: { url: string; fields: Record<string, string> };
    };
    expect(
      (await browser.upload(upload.url, upload.fields, new Blob([new Uint8Array(files.pdf())]))).status,
    ).toBe(204);
    return documentId;
  };
  const handIn = async (kind?: string) => {
    const documentId = await send(kind);
    expect((await browser.submit(`/documents/${documentId}/finish`, {})).status).toBe(200);
    await checkDocument(documentId);
    return documentId;
  };
  const by = { accountId, environment: 'test' as const, id, userId };
  const stage = async () => (await client.get(`/transactions/${id}`)).json.dispute.stage as string;
  return {
    client,
    accountId,
    userId,
    email,
    paymentId,
    id,
    browser,
    page,
    read,
    begin,
    send,
    handIn,
    by,
    stage,
  };
}

const stateOf = async (id: string) =>
  (await prisma.dispute.findUniqueOrThrow({ where: { transactionId: id } })).state;
const auditOf = async (subject: string) =>
  (await prisma.auditEntry.findMany({ where: { subject }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  );
const mailsTo = async (recipient: string) =>
  (await prisma.mail.findMany({ where: { recipient }, orderBy: { id: 'asc' } })).map(
    ({ template }) => template,
  );
const decidedTo = async (ownerId: string) =>
  (await mailsToOwner({ ownerId }))
    .filter(({ template }) => template === 'chargeback-decided')
    .map(({ props }) => props);
/** The draft version in a page's form. */
const markIn = (html: string) => /name="seen" value="([^"]*)"/.exec(html)![1]!;
const seenOn = async (browser: ReturnType<typeof openBrowser>, page: string) =>
  markIn((await readPage(await browser.open(page))).html);
/** What the acquirer received, and its answer. */
const watch = () => vi.spyOn(getSimulator('test')!, 'submitEvidence');

test('a response is drafted, submitted once with its files, sent, acknowledged and decided', async () => {
  const { browser, id, paymentId, page, read, handIn, stage, email, client } = await openCase();
  expect(await mailsTo(email)).toContain('chargeback-opened');
  expect(await read('/chargebacks')).toContain('Needs a response');
  const { orderId } = await prisma.transaction.findUniqueOrThrow({ where: { id: paymentId } });
  for (const path of ['/chargebacks', page]) expect(await read(path)).toContain(`|${orderId}|`);
  expect(await read('/')).toContain('|A chargeback needs your response|');
  expect(await read(`/transactions/${id}`)).toContain('Respond');
  for (const text of ['Your response is needed', 'Receipt or invoice', 'Continue'])
    expect(await read()).toContain(text);

  const { html } = await readPage(await browser.open(`${page}?confirm`));
  const warning = 'You haven’t written an explanation';
  expect(html).toContain(warning);
  expect(
    (await browser.submit(page, { do: 'save', text: 'The parcel\0 arrived' })).headers.get('location'),
  ).toBe(`${page}?saved`);
  expect(await read(`${page}?saved`)).toContain('Draft saved');
  expect(await read()).toContain('The parcel arrived');
  expect(html).toMatch(/<a[^>]*aria-current="page"[^>]*href="\/chargebacks"/);
  expect(html).not.toMatch(/<a[^>]*aria-current="page"[^>]*href="\/transactions"/);
  const evidence = await handIn();
  await handIn('dispute_evidence_receipt');

  // Saved, and nothing more.
  const draft = { text: 'The parcel arrived on Monday.', seen: await seenOn(browser, page) };
  expect((await browser.submit(page, { do: 'review', ...draft })).headers.get('location')).toBe(
    `${page}?confirm`,
  );
  expect(await stage()).toBe('needs_response');
  const confirmation = await read(`${page}?confirm`);
  for (const text of ['Submit this response?', draft.text, 'You can submit only once', 'delivery.pdf'])
    expect(confirmation).toContain(text);
  expect(confirmation).not.toContain(warning);
  expect(await seenOn(browser, `${page}?confirm`)).toBe(await seenOn(browser, page));

  const received = watch();
  expect(
    (
      await browser.submit(page, {
        do: 'submit',
        text: 'The parcel arrived on Monday.',
        seen: await seenOn(browser, page),
      })
    ).headers.get('location'),
  ).toBe(page);
  expect({ stage: await stage(), state: await stateOf(id) }).toEqual({
    stage: 'under_review',
    state: 'sending',
  });
  expect(await read()).toContain('Your response is being sent');
  expect(await read('/')).not.toContain('waits for your answer');
  await submitDisputeResponses();
  await submitDisputeResponses();
  expect(received).toHaveBeenCalledOnce();
  const [{ text, files: sent, reference }] = received.mock.calls[0]!;
  received.mockRestore();
  expect({ text, reference }).toEqual({ text: 'The parcel arrived on Monday.', reference: id });
  expect(sent.map(({ name, contentType, bytes }) => [name, contentType, bytes.equals(files.pdf())])).toEqual([
    ['delivery.pdf', 'application/pdf', true],
    ['delivery.pdf', 'application/pdf', true],
  ]);
  expect(await read()).toContain('Your response was sent');

  // Read-only from here on, and stored.
  expect((await browser.submit(`/documents/${evidence}/remove`, {})).status).toBe(422);
  await browser.submit(page, { do: 'save', text: 'Something else' });
  await browser.submit(page, { do: 'submit', text: 'Something else' });
  const visible = await read();
  for (const text of ['The parcel arrived on Monday.', 'Proof of delivery', 'delivery.pdf'])
    expect(visible).toContain(text);
  expect((await browser.open(`/documents/${evidence}/file`)).status).toBe(200);
  expect(await prisma.document.count({ where: { subject: id, replacedAt: null, status: 'ready' } })).toBe(2);

  expect(
    await simulateEvent('win_chargeback', {
      accountId: client.merchant.accountId,
      id,
      userId: client.merchant.ownerId,
    }),
  ).toBe(true);
  expect(await stage()).toBe('won');
  for (const text of ['You won', 'The parcel arrived on Monday.']) expect(await read()).toContain(text);
  expect(await read('/chargebacks')).toContain('Responded and closed');
  expect(await auditOf(id)).toEqual([
    'dispute_evidence_saved',
    'dispute_evidence_saved',
    'dispute_evidence_submitted',
    'event_simulated',
  ]);
});

test('a chargeback is accepted after a confirmation, and lost when the acquirer says so', async () => {
  const { browser, id, page, read, stage, paymentId, client, userId } = await openCase('finance');
  const draft = { text: 'The parcel arrived.', seen: await seenOn(browser, page) };
  for (const change of [draft, { ...draft, seen: '' }])
    expect((await browser.submit(page, { do: 'accept', ...change })).headers.get('location')).toBe(
      `${page}/accept`,
    );
  expect(await read()).toContain('The parcel arrived.');
  expect(await read(`${page}/accept`)).toContain('You can’t undo this');
  expect((await browser.submit(`${page}/accept`, {})).headers.get('location')).toBe(page);
  await browser.submit(`${page}/accept`, {});
  expect({ stage: await stage(), state: await stateOf(id) }).toEqual({ stage: 'accepted', state: 'sending' });
  await submitDisputeResponses();
  expect(await read()).toContain('Your acceptance was sent');
  await importStatements();
  expect(await stage()).toBe('lost');
  expect((await client.get(`/transactions/${paymentId}`)).json).toMatchObject({ amount_charged_back: 4_000 });
  expect(await auditOf(id)).toEqual(['dispute_evidence_saved', 'dispute_accepted']);
  // Accepting is a separate outcome: its loss isn't reported again.
  expect(await decidedTo(userId)).toEqual([
    {
      outcome: 'accepted',
      amount: '$40.00',
      timeZone: 'UTC',
      isTest: true,
      businessName: expect.any(String),
      approved: false,
      link: expect.stringContaining(`/transactions/${id}`),
    },
  ]);
});

test.each([
  ['win_chargeback', 'won'],
  ['lose_chargeback', 'lost'],
] as const)(
  '%s: members who respond to disputes get one email that it is %s, and nothing about the card',
  async (event, outcome) => {
    const { accountId, userId, id } = await openCase();
    expect(await simulateEvent(event, { accountId, id, userId })).toBe(true);
    await importStatements();
    const [props, ...more] = await decidedTo(userId);
    expect({ outcome: props!.outcome, more }).toEqual({ outcome, more: [] });
    const { subject, text, html } = await renderMail('chargeback-decided', props as never);
    expect(subject).toBe(`Test: the chargeback of $40.00 was ${outcome}`);
    expect(text).toContain(outcome === 'won' ? 'returned' : 'who keeps');
    for (const said of [subject, text, html]) expect(said).not.toMatch(/4242|•|card/i);
  },
);

test('of many who respond and accept at once, one succeeds', async () => {
  const { by, id } = await openCase();
  const received = watch();
  const done = await Promise.all([
    submitDisputeEvidence({ ...by, seen: '', text: 'one' }),
    acceptDispute(by),
    submitDisputeEvidence({ ...by, seen: '', text: 'two' }),
    acceptDispute(by),
  ]);
  expect(done.filter((result) => result === 'submitted')).toHaveLength(1);
  expect(done.filter((result) => result === 'not_open')).toHaveLength(3);
  await Promise.all([submitDisputeResponses(), submitDisputeResponses(), submitDisputeResponses()]);
  expect(received.mock.calls.length).toBeLessThanOrEqual(1);
  received.mockRestore();
  expect(await stateOf(id)).toBe('acknowledged');
  expect(await auditOf(id)).toHaveLength(1);
});

test('a response is sent until it is acknowledged, and has one effect', async () => {
  const { by, id } = await openCase();
  await submitDisputeEvidence({ ...by, seen: '', text: 'It arrived.' });
  const due = () =>
    prisma.dispute.update({ where: { transactionId: id }, data: { nextAttemptAt: new Date() } });
  const genuine = getSimulator('test')!.submitEvidence;
  // The first one arrives, but its acknowledgment is lost. The second one doesn't arrive.
  const received = watch()
    .mockImplementationOnce(async (...request) => (await genuine(...request), { kind: 'unknown' }))
    .mockResolvedValueOnce({ kind: 'unknown' });
  await submitDisputeResponses();
  await submitDisputeResponses();
  expect({ callCount: received.mock.calls.length, state: await stateOf(id) }).toEqual({
    callCount: 1,
    state: 'sending',
  });
  await due();
  await submitDisputeResponses();
  await due();
  await submitDisputeResponses();
  expect({ callCount: received.mock.calls.length, state: await stateOf(id) }).toEqual({
    callCount: 3,
    state: 'acknowledged',
  });
  received.mockRestore();
});

test('a response that the acquirer rejects stays a draft, and says so', async () => {
  const { by, id, read, stage } = await openCase();
  await submitDisputeEvidence({ ...by, seen: '', text: 'It arrived.' });
  const received = watch().mockResolvedValueOnce({ kind: 'refused' });
  await submitDisputeResponses();
  received.mockRestore();
  expect({
    stage: await stage(),
    state: await stateOf(id),
    submitDisputeEvidence: await submitDisputeEvidence({ ...by, seen: '', text: 'again' }),
  }).toEqual({ stage: 'needs_response', state: 'refused', submitDisputeEvidence: 'not_open' });
  expect(await read()).toContain('The bank rejected the response');
});

test.each([
  ['file_too_large', 'A file is too large for the bank.'],
  ['too_many_pages', 'Your text and files have too many pages for the bank.'],
] as const)('a response returned with %s can be changed, and the page says why', async (fault, reason) => {
  const { by, read, stage } = await openCase();
  await submitDisputeEvidence({ ...by, seen: '', text: 'It arrived.' });
  const received = watch().mockResolvedValueOnce({ kind: 'returned', fault });
  await submitDisputeResponses();
  received.mockRestore();
  expect(await stage()).toBe('needs_response');
  const html = await read();
  expect(html).toContain('Your response wasn’t sent');
  expect(html).toContain(reason);
  expect(html).toContain('It arrived.');
});

test('an empty response, too much text, and an unchecked file are rejected with the input kept', async () => {
  const { browser, id, page, send, stage } = await openCase();
  const rejected = async (text: string) => {
    const response = await browser.submit(page, { do: 'submit', text });
    const { html, errors, title } = await readPage(response);
    // Before the confirmation, too.
    const reviewed = await readPage(await browser.submit(page, { do: 'review', text }));
    expect(reviewed.errors).toEqual(errors);
    expect({ status: response.status, title }).toEqual({
      status: 422,
      title: 'Error: Chargeback response · Tillway',
    });
    return { html, errors };
  };
  expect((await rejected('  ')).errors).toEqual(['Write an explanation or add a file']);
  expect((await rejected('x'.repeat(20_001))).errors[0]).toContain('20,000');
  expect((await rejected('He paid with 4242 4242 4242 4242.')).errors[0]).toContain('Remove the card number');
  const documentId = await send();
  expect((await rejected('With a file')).errors[0]).toContain('still being uploaded or checked');
  await browser.submit(`/documents/${documentId}/finish`, {});
  const { html, errors } = await rejected('With a <file>');
  expect(errors[0]).toContain('still being uploaded or checked');
  expect(html).toContain('With a &lt;file&gt;');
  expect(await stage()).toBe('needs_response');
  await checkDocument(documentId);
  expect((await browser.submit(page, { do: 'submit', text: 'With a file' })).status).toBe(302);
  expect((await prisma.dispute.findUniqueOrThrow({ where: { transactionId: id } })).files).toEqual([
    { id: documentId, name: 'delivery.pdf' },
  ]);
});

describe('harmful files', () => {
  type Case = Awaited<ReturnType<typeof openCase>>;
  /**
   * Starts, sends, and finishes an upload.
   * @returns its ID, not checked yet
   */
  const send = async ({ begin, browser }: Case, bytes: Buffer, change: object = {}) => {
    const { documentId, upload } = (await (await begin(change)).json()) as {
      documentId: string;
      upload: { url: string; fields: Record<string, string> };
    };
    expect((await browser.upload(upload.url, upload.fields, new Blob([new Uint8Array(bytes)]))).status).toBe(
      204,
    );
    // If two are uploaded at once, the one started first may already be discarded.
    expect([200, 422]).toContain((await browser.submit(`/documents/${documentId}/finish`, {})).status);
    return documentId;
  };
  const filesOf = async ({ id, page, browser }: Case) => {
    expect(
      (
        await browser.submit(page, {
          do: 'submit',
          text: 'See the files.',
          seen: await seenOn(browser, page),
        })
      ).status,
    ).toBe(302);
    return (await prisma.dispute.findUniqueOrThrow({ where: { transactionId: id } })).files;
  };

  test('are rejected before the upload by type, size or path, and after it if larger or empty', async () => {
    const { begin, browser } = await openCase();
    const received = async (change: object) => [
      (await begin(change)).status,
      ((await (await begin(change)).json()) as { fault: string }).fault,
    ];
    expect(await received({ sizeBytes: '0' })).toEqual([422, 'empty']);
    expect(await received({ sizeBytes: String(maximumBytes + 1) })).toEqual([422, 'too_large']);
    for (const contentType of [
      'text/html',
      'image/svg+xml',
      'application/x-msdownload',
      'application/pdf\r\nX: y',
    ])
      expect(await received({ contentType })).toEqual([422, 'type_not_taken']);
    for (const change of [
      { kind: 'dispute_evidence_spell' },
      { subject: '../../x' },
      { subject: '\0' },
      { kind: 'dispute_evidence_delivery', subject: '' },
    ])
      expect(await received(change)).toEqual([422, 'closed']);
    const { upload } = (await (await begin()).json()) as {
      upload: { url: string; fields: Record<string, string> };
    };
    expect((await browser.upload(upload.url, upload.fields, new Blob([]))).status).toBe(400);
    expect(
      (await browser.upload(upload.url, upload.fields, new Blob([new Uint8Array(maximumBytes + 1)]))).status,
    ).toBe(413);
  });

  test('are rejected by their content, reported on the page, and never sent with a response', async () => {
    const one = await openCase();
    const hostile = [
      files.exe(),
      files.html(),
      files.svg(),
      files.gifScript(),
      files.docxBomb(),
      await files.png(),
      files.pdf().subarray(0, 40),
      Buffer.concat([files.html(), files.pdf()]),
    ];
    for (const bytes of hostile) {
      const documentId = await send(one, bytes, { fileName: 'evil.pdf' });
      await checkDocument(documentId);
      expect(await (await one.browser.open(`/documents/${documentId}`)).json()).toMatchObject({
        status: 'rejected',
      });
      expect((await one.browser.open(`/documents/${documentId}/file`)).status).toBe(404);
      expect(await one.read()).toContain('Rejected');
    }
    expect(await filesOf(one)).toEqual([]);
  });

  test('lose what is hidden behind an image', async () => {
    const one = await openCase();
    const documentId = await send(one, await files.jpegPage(), {
      contentType: 'image/jpeg',
      fileName: 'parcel.jpg',
    });
    await checkDocument(documentId);
    expect(
      Buffer.from(await (await one.browser.open(`/documents/${documentId}/file`)).arrayBuffer()).includes(
        '<script>',
      ),
    ).toBe(false);
    expect(await filesOf(one)).toEqual([{ id: documentId, name: 'parcel.jpg' }]);
  });

  test('are stored once when two arrive at once, with a harmless name', async () => {
    const one = await openCase();
    const name = '..\\..\\etc/pass\u202efdp.\0exe\r\n"<b>.pdf';
    const sent = await Promise.all([
      send(one, files.pdf(), { fileName: name }),
      send(one, files.pdf(), { fileName: name }),
    ]);
    await Promise.all(sent.map((documentId) => checkDocument(documentId)));
    const kept = await filesOf(one);
    expect(kept).toEqual([{ id: expect.toBeOneOf(sent) as string, name: 'passfdp.exe"<b>.pdf' }]);
    expect((await readPage(await one.browser.open(one.page))).html).not.toMatch(/[\0\u202e]|<b>/);
  });
});

test.each(['é', '日', '😀', '\n'])(
  'twenty thousand characters are saved, whatever their size in a form: %j',
  async (sign) => {
    const { browser, page, id } = await openCase();
    const text = `a${sign.repeat(sign.length > 1 ? 9_999 : 19_998)}b`;
    expect((await browser.submit(page, { do: 'save', text: text.replaceAll('\n', '\r\n') })).status).toBe(
      302,
    );
    expect((await prisma.dispute.findUniqueOrThrow({ where: { transactionId: id } })).text).toBe(text);
  },
);

test('more characters are rejected on a page that says what to do', async () => {
  const { browser, page } = await openCase();
  const response = await browser.submit(page, { do: 'save', text: 'x'.repeat(300_000) });
  expect(response.status).toBe(413);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await readPage(response)).toMatchObject({
    title: 'Request too large',
    html: expect.stringContaining('Go back and shorten it.'),
  });
  expect((await browser.submit('/login', { email: 'x'.repeat(70_000) })).status).toBe(413);
});

test.each(['save', 'submit'])("an outdated page doesn't replace a colleague's draft: %s", async (button) => {
  const { browser, page, id, stage } = await openCase();
  const draft = async () => (await prisma.dispute.findUniqueOrThrow({ where: { transactionId: id } })).text;
  const seen = await seenOn(browser, page);
  // Twice, like a double-click.
  for (let times = 0; times < 2; times++)
    expect((await browser.submit(page, { do: 'save', text: 'A <colleague>\nwrote this', seen })).status).toBe(
      302,
    );

  const response = await browser.submit(page, { do: button, text: 'Mine', seen });
  const { html, errors } = await readPage(response);
  expect(response.status).toBe(422);
  expect(errors[0]).toContain('Someone else changed the draft');
  for (const text of ['>Mine</textarea>', 'A &lt;colleague&gt;\nwrote this</p>'])
    expect(html).toContain(text);
  expect({ draft: await draft(), stage: await stage(), audit: await auditOf(id) }).toEqual({
    draft: 'A <colleague>\nwrote this',
    stage: 'needs_response',
    audit: ['dispute_evidence_saved', 'dispute_evidence_saved'],
  });

  // After another error, it's still the page of a person who hasn't seen a newer draft.
  const other = await readPage(await browser.submit(page, { do: button, text: 'x'.repeat(20_001), seen }));
  expect({ error: other.errors[0], mark: markIn(other.html) }).toEqual({
    error: expect.stringContaining('20,000'),
    mark: seen,
  });

  // A person who has read it can overwrite it, unless there's an even newer one.
  await prisma.dispute.update({ where: { transactionId: id }, data: { text: '' } });
  const again = await readPage(await browser.submit(page, { do: button, text: 'Mine', seen: markIn(html) }));
  expect(again.html).toContain('It’s now empty.');
  expect((await browser.submit(page, { do: button, text: 'Mine', seen: markIn(again.html) })).status).toBe(
    302,
  );
  expect({ draft: await draft(), stage: await stage() }).toEqual({
    draft: 'Mine',
    stage: button === 'save' ? 'needs_response' : 'under_review',
  });
});

test('after the deadline nothing can be submitted, accepted or added', async () => {
  const { browser, id, page, read, begin, by } = await openCase();
  await prisma.transaction.update({ where: { id }, data: { disputeDueBy: new Date(Date.now() - 1_000) } });
  expect(await read()).toContain('The response deadline has passed');
  expect(await read()).not.toContain('Submit response');
  for (const path of [page, `${page}/accept`]) await browser.submit(path, { do: 'submit', text: 'late' });
  expect({ state: await stateOf(id), acceptDispute: await acceptDispute(by) }).toEqual({
    state: null,
    acceptDispute: 'not_open',
  });
  expect((await begin()).status).toBe(422);
});

test('without a deadline, the page asks for a response soon', async () => {
  const { id, read } = await openCase();
  await prisma.transaction.update({ where: { id }, data: { disputeDueBy: null } });
  const page = await read();
  expect(page).toContain('The bank didn’t name a deadline, so respond as soon as possible.');
  expect(page).toContain('Continue');
});

test("another merchant can't see, answer, accept or add anything", async () => {
  const { id, page, by, handIn } = await openCase();
  const evidence = await handIn();
  const stranger = await openCase();
  for (const path of [
    page,
    `${page}/accept`,
    `/documents/${evidence}`,
    `/documents/${evidence}/file`,
    '/transactions/trx_%00/dispute',
    '/transactions/nothing/dispute',
  ])
    expect((await stranger.browser.open(path)).status).toBe(404);
  for (const path of [page, `${page}/accept`, `/documents/${evidence}/remove`])
    expect((await stranger.browser.submit(path, { do: 'submit', text: 'mine' })).status).toBe(404);
  expect((await stranger.begin({ subject: id })).status).toBe(422);
  expect(await submitDisputeEvidence({ ...by, seen: '', accountId: stranger.accountId, text: 'mine' })).toBe(
    'not_open',
  );
  expect(await submitDisputeEvidence({ ...by, seen: '', environment: 'live', text: 'mine' })).toBe(
    'not_open',
  );
  expect(await stateOf(id)).toBeNull();
  // A payment isn't a chargeback.
  expect((await stranger.browser.open(`/transactions/${stranger.paymentId}/dispute`)).status).toBe(404);
});

test.each([
  ['owner', 302],
  ['admin', 302],
  ['finance', 302],
  ['developer', 403],
  ['viewer', 403],
])('who may respond: %s', async (role, status) => {
  const { browser, page, begin, read } = await openCase(role);
  expect(await read()).toContain('Chargeback of');
  expect((await begin()).status).toBe(status === 302 ? 200 : 403);
  expect((await browser.open(`${page}/accept`)).status).toBe(status === 302 ? 200 : 403);
  expect((await browser.submit(page, { do: 'save', text: 'x' })).status).toBe(status);
  expect((await browser.submit(`${page}/accept`, {})).status).toBe(status);
});

test('repeated fields and invalid URLs are rejected without an error', async () => {
  const { browser, page, stage, by } = await openCase();
  const twice = (body: string) => browser.submit(page, new URLSearchParams(body) as never);
  for (const body of [
    'text=a&text=b&do=submit',
    'text=a&do=save&do=submit',
    'do=submit',
    'text[]=a&do=submit',
    'text=a&seen=a&seen=b&do=submit',
  ])
    expect((await twice(body)).status).toBe(400);
  for (const query of [
    'after=1_trx_x',
    'after=99999999999999999999_x',
    'before=%00',
    'after=%00&before=x',
    `after=99999999999999_${by.id}`,
  ])
    expect((await browser.open(`/chargebacks?${query}`)).status).toBe(200);
  expect(await stage()).toBe('needs_response');
});

test('members get one reminder, two days before the deadline', async () => {
  const { id, email, by } = await openCase();
  await remindDisputes();
  expect(await mailsTo(email)).not.toContain('chargeback-reminder');
  await prisma.transaction.update({
    where: { id },
    data: {
      disputeDueBy: new Date(Date.now() + 47 * 3_600_000),
      createdAt: new Date(Date.now() - 6 * 86_400_000),
    },
  });
  await Promise.all([remindDisputes(), remindDisputes()]);
  await remindDisputes();
  expect((await mailsTo(email)).filter((name) => name.startsWith('chargeback'))).toEqual([
    'chargeback-opened',
    'chargeback-reminder',
  ]);
  await acceptDispute(by);
});

test('the list is ordered by deadline, then by age', async () => {
  const { id, accountId, read } = await openCase();
  const row = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const copies = Array.from({ length: 30 }, (_, i) => {
    const copy = `${row.id.slice(0, -6)}copy${i + 10}`;
    return {
      ...row,
      order: undefined,
      authentication: undefined,
      cardChecks: undefined,
      id: copy,
      externalId: copy,
      authorizationId: copy,
      orderAmount: 1_000 + i,
      disputeDueBy: new Date(row.disputeDueBy!.getTime() + (30 - i) * 1_000),
      chargebackOpen: 0,
      ...(i < 2 && { disputeStage: 'lost', status: 'SETTLED', settledAt: new Date() }),
    };
  });
  await prisma.transaction.createMany({ data: copies });
  const amounts = (html: string) =>
    [...html.matchAll(/Chargeback of \|(\$[\d.]+)/g)].map(([, amount]) => amount);
  const first = amounts(await read('/chargebacks'));
  expect(first.slice(0, 3)).toEqual(['$40.00', '$10.29', '$10.28']);
  expect(first).toHaveLength(25 + 2);
  const open = await prisma.transaction.findMany({
    where: { accountId, disputeStage: 'needs_response' },
    orderBy: { disputeDueBy: 'asc' },
  });
  const rest = amounts(await read(`/chargebacks?after=${open[24]!.disputeDueBy!.getTime()}_${open[24]!.id}`));
  expect(rest).toEqual(open.slice(25).map(({ orderAmount }) => `$${(orderAmount / 100).toFixed(2)}`));

  // Those without a deadline are last.
  const ids = copies.slice(2).map((copy) => copy.id);
  await prisma.transaction.updateMany({ where: { id: { in: ids } }, data: { disputeDueBy: null } });
  expect(amounts(await read('/chargebacks'))[0]).toBe('$40.00');
  expect(amounts(await read(`/chargebacks?after=_${ids[23]}`))).toHaveLength(ids.length - 24);
  // They're in no ledger.
  await deleteTransactions(copies.map((copy) => copy.id));
});
