import { expect, onTestFinished, test, vi } from 'vitest';
import * as registry from '~/acquirers/registry';
import { findWebhookSecrets } from '~/payments/connections/connection-rotation';
import { reactivateSimulator, retireActiveConnection } from '~/payments/connections/connection-setup';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { readPage, readVisibleText } from '../../../../tests/world/browser';
import { buildStaff } from '../../../../tests/world/identity/staff';
import { expireStepUpConfirmation } from '../../../../tests/world/identity/step-up-confirmations';
import { buildMerchant } from '../../../../tests/world/merchants';
import { disconnectAcquirers } from '../../../../tests/world/acquirers/acquirer';
import {
  adyenSecrets,
  buildProcessorConnection,
  buildProposal,
  provideProcessors,
  damageSecrets,
  stripeSecrets,
} from '../../../../tests/world/acquirers/connections';

const readResponse = async (response: Response) => ({
  status: response.status,
  location: response.headers.get('location'),
  ...(await readPage(response)),
});
type Page = Awaited<ReturnType<typeof readResponse>>;

const textOf = ({ html }: Page) => readVisibleText(html).replaceAll(' .', '.');

const everySecret = [...Object.values(stripeSecrets), ...Object.values(adyenSecrets)];
/** Not even in the page's data for scripts. */
function expectNoSecrets({ html }: Page): void {
  for (const secret of everySecret) expect(html).not.toContain(secret.slice(0, -4));
}

const buildAdmins = () => Promise.all([buildStaff('admin', { name: 'Ada Proposer' }), buildStaff('admin')]);
const newPath = (id: string, acquirer = 'stripe', environment = 'test') =>
  `/staff/connections/new?${new URLSearchParams({ id, acquirer, environment })}`;
const findRow = (id: string) => prisma.acquirerConnection.findUnique({ where: { id } });

test('an admin enters a connection, another one approves it, and the pages say what happens', async () => {
  provideProcessors();
  const { accountId } = await buildMerchant({ name: 'Harbor Coffee' });
  const [proposer, approver] = await buildAdmins();
  const choice = await readResponse(await proposer.open('/staff/connections/new'));
  const id = /name="id" value="(con_\w+)"/.exec(choice.html)![1]!;
  const form = await readResponse(await proposer.open(newPath(id)));
  expect(form.title).toContain('Add connection');
  expect(textOf(form)).toContain('Connect Stripe in test');
  expect(form.html).toContain(`http://localhost:3000/acquirer-webhooks/${id}`);

  const fields = { name: 'Stripe Europe', merchant: accountId, account: 'wrong', ...stripeSecrets };
  const rejected = await readResponse(
    await proposer.submit(newPath(id), { ...fields, secretKey: 'sk_live_51PqRsTuVwXyZ0123456789' }),
  );
  expect({ status: rejected.status, errors: rejected.errors, title: rejected.title }).toEqual({
    status: 422,
    errors: [
      'This is a live key. For test, enter a key that starts with sk_test_ or rk_test_',
      'Enter an account ID that starts with acct_',
    ],
    title: expect.stringMatching(/^Error: /),
  });
  // Text stays, secrets don't.
  for (const value of ['Stripe Europe', accountId, 'wrong'])
    expect(rejected.html).toContain(`value="${value}"`);
  expect(rejected.html).toMatch(/id="secretKey-error"/);
  expect(rejected.html).not.toContain('51PqRsTuVwXyZ0123456789');
  expectNoSecrets(rejected);
  expect(await findRow(id)).toBeNull();

  const valid = { ...fields, account: '', multipleCaptures: 'yes' };
  const unknown = { ...valid, merchant: createId('acc') };
  expect((await readResponse(await proposer.submit(newPath(id), unknown))).errors).toEqual([
    'There’s no merchant account with this ID',
  ]);
  const saved = await readResponse(await proposer.submit(newPath(id), valid));
  expect([saved.status, saved.location]).toEqual([302, `/staff/connections/${id}?done=proposed`]);
  const again = await readResponse(await proposer.submit(newPath(id), valid));
  expect([again.status, ...again.errors]).toEqual([
    409,
    'This form was already submitted. Open the list to see the connection',
  ]);

  const own = await readResponse(await proposer.open(saved.location!));
  const text = textOf(own);
  for (const part of [
    'Connection saved',
    'Awaiting approval',
    'You proposed it, so you can’t approve it yourself.',
    'Harbor Coffee',
    'Saved, ends in wxyz',
    'Saved, ends in ABCD',
    'by Ada Proposer',
  ])
    expect(text).toContain(part);
  expect(own.html).not.toContain(`/staff/connections/${id}/approval"`);
  expectNoSecrets(own);
  const approvalPath = `/staff/connections/${id}/approval`;
  const selfApproval = await readResponse(await proposer.submit(approvalPath, { version: '1' }));
  expect(selfApproval.status).toBe(409);
  expect(textOf(selfApproval)).toContain('You proposed it, so you can’t approve it yourself.');
  expect(selfApproval.html).not.toContain('type="submit">Approve');
  expect((await findRow(id))!.state).toBe('awaiting_approval');

  const other = await readResponse(await approver.open(`/staff/connections/${id}`));
  expect(other.html).toContain(`href="${approvalPath}"`);
  expect(textOf(other)).toContain('Proposed by Ada Proposer');
  const question = await readResponse(await approver.open(approvalPath));
  expect(textOf(question)).toContain('new test payments of Harbor Coffee use this connection');
  expect(textOf(question)).toContain('Existing payments stay where they are');
  expectNoSecrets(question);
  const stale = await readResponse(await approver.submit(approvalPath, { version: '7' }));
  expect([stale.status, ...stale.errors]).toEqual([
    409,
    'Someone changed this connection in the meantime. Check it and submit again',
  ]);
  const approved = await readResponse(await approver.submit(approvalPath, { version: '1' }));
  expect(approved.location).toBe(`/staff/connections/${id}?done=approved`);
  expect(await findRow(id)).toMatchObject({ state: 'active', approvedBy: approver.userId });
  expect((await approver.open(approvalPath)).status).toBe(302);
  const list = await readResponse(await approver.open('/staff/connections'));
  expect(textOf(list)).toMatch(/Stripe Europe\s+Stripe\s+Test\s+Harbor Coffee\s+Active/);
  expectNoSecrets(list);
});

test('approving a second connection explains what stays with the first', async () => {
  provideProcessors();
  const { accountId } = await buildMerchant();
  const [proposer, approver] = await buildAdmins();
  await buildProcessorConnection({ accountId, by: proposer.userId, approver: approver.userId });
  const { id } = await buildProposal({ accountId, by: proposer.userId, processor: 'adyen' });
  const text = textOf(await readResponse(await approver.open(`/staff/connections/${id}/approval`)));
  expect(text).toContain('Existing payments stay with Our stripe');
  expect(text).toContain('Webhook password Saved');
  expect(text).not.toContain(adyenSecrets.webhookPassword.slice(-4));
});

test('an account that another active connection uses is refused in each form', async () => {
  provideProcessors();
  const [proposer, approver] = await buildAdmins();
  const [{ accountId }, { accountId: otherId }] = [await buildMerchant(), await buildMerchant()];
  const merchantAccount = createId('con');
  const adyen = { by: proposer.userId, processor: 'adyen', merchantAccount } as const;
  const { id } = await buildProposal({ ...adyen, accountId: otherId });
  await buildProcessorConnection({ ...adyen, accountId, approver: approver.userId });
  const fields = { name: 'Adyen', merchant: otherId, merchantAccount, version: '1', ...adyenSecrets };
  const newAdyen = newPath(createId('con')).replace('stripe', 'adyen');
  for (const path of [newAdyen, `/staff/connections/${id}/edit`])
    expect((await readResponse(await proposer.submit(path, fields))).errors).toEqual([
      'Another active connection in test uses this account. Enter another account, or retire that connection first',
    ]);
  const approval = await approver.submit(`/staff/connections/${id}/approval`, { version: '1' });
  expect(approval.status).toBe(409);
  expect(textOf(await readResponse(approval))).toContain(
    'Another active connection uses the same account at the acquirer',
  );
});

test('forms with secrets are opened again after a step-up confirmation, which never shows them', async () => {
  const [admin, other] = await buildAdmins();
  provideProcessors();
  const { accountId } = await buildMerchant();
  const proposal = await buildProposal({ accountId, by: admin.userId });
  const connection = await buildProcessorConnection({
    ...{ accountId, by: admin.userId, approver: other.userId },
  });
  await expireStepUpConfirmation(admin.userId);
  const id = createId('con');
  for (const path of [
    newPath(id),
    `/staff/connections/${proposal.id}/edit`,
    `/staff/connections/${connection.id}/secrets`,
  ]) {
    const opened = await admin.open(path);
    const submitted = await admin.submit(path, { name: 'x', version: '1', overlap: '0', ...stripeSecrets });
    expect([opened.status, submitted.status]).toEqual([302, 302]);
    for (const { headers } of [opened, submitted])
      expect(headers.get('location')).toBe(
        `/staff/confirm-it-is-you?${new URLSearchParams({ returnTo: path })}`,
      );
  }
  for (const path of ['approval', 'rejection'])
    expect(
      (await admin.submit(`/staff/connections/${proposal.id}/${path}`, { version: '1', reason: 'x' })).status,
    ).toBe(307);
  for (const path of ['retirement', 'secrets/approval', 'reactivation'])
    expect((await admin.submit(`/staff/connections/${connection.id}/${path}`, {})).status).toBe(307);
  expect(await findRow(id)).toBeNull();
  expect(await findRow(proposal.id)).toMatchObject({ state: 'awaiting_approval', version: 1 });
  expect(await findRow(connection.id)).toMatchObject({ state: 'active', version: 1, nextSealed: null });
});

test('an edit keeps saved secrets, and makes the editor the proposer', async () => {
  provideProcessors();
  const [proposer, editor] = await buildAdmins();
  const merchantAccount = 'TillwayShops';
  const { id } = await buildProposal({ by: proposer.userId, processor: 'adyen', merchantAccount });
  const path = `/staff/connections/${id}/edit`;
  const page = await readResponse(await editor.open(path));
  expect(textOf(page)).toContain('If you edit this connection, you become its proposer');
  expect(textOf(page)).toContain('Saved, ends in A056. Leave empty to keep it.');
  expect(page.html).toContain('value="TillwayShops"');
  expect(page.html).toMatch(/<input[^>]*name="multipleCaptures"[^>]*checked/);
  expectNoSecrets(page);
  const fields = { version: '1', name: 'Adyen sandbox', merchantAccount: '' };
  expect((await readResponse(await editor.submit(path, fields))).errors).toEqual([
    'Enter the merchant account',
  ]);
  const valid = { ...fields, merchantAccount: 'TillwayOther' };
  expect((await editor.submit(path, { ...valid, version: '2' })).status).toBe(409);
  expect((await editor.submit(path, valid)).headers.get('location')).toBe(
    `/staff/connections/${id}?done=saved`,
  );
  expect(await findRow(id)).toMatchObject({
    ...{ name: 'Adyen sandbox', version: 2, proposedBy: editor.userId },
    settings: { merchantAccount: 'TillwayOther', multipleCaptures: false },
  });
  const secrets = (await findWebhookSecrets(id))!.secrets[0]!;
  expect(secrets.hmacKey!.reveal()).toBe(adyenSecrets.hmacKey);
});

test('a rejection needs a reason, which the connection shows', async () => {
  const [proposer, approver] = await buildAdmins();
  const { id } = await buildProposal({ by: proposer.userId });
  const path = `/staff/connections/${id}/rejection`;
  expect((await readResponse(await approver.submit(path, { version: '1', reason: ' ' }))).errors).toEqual([
    'Enter a reason',
  ]);
  expect((await approver.submit(path, { version: '3', reason: 'No.' })).status).toBe(409);
  const done = await approver.submit(path, { version: '1', reason: 'This is the wrong account.' });
  const page = await readResponse(await approver.open(done.headers.get('location')!));
  expect(textOf(page)).toContain('This is the wrong account.');
  expect(textOf(page)).toContain('Its secrets were deleted.');
  expect(textOf(page)).not.toMatch(/Test connection|Rotate secrets|Saved, ends/);
  expect((await approver.open(`/staff/connections/${id}/edit`)).status).toBe(404);
});

test('new secrets wait for another admin, and can be discarded', async () => {
  provideProcessors();
  const { accountId } = await buildMerchant();
  const [proposer, approver] = await buildAdmins();
  const { id } = await buildProcessorConnection({
    ...{ accountId, by: proposer.userId, approver: approver.userId },
  });
  const path = `/staff/connections/${id}/secrets`;
  const empty = { version: '1', overlap: '24', secretKey: '', webhookSecret: '' };
  expectNoSecrets(await readResponse(await proposer.open(path)));
  expect((await readResponse(await proposer.submit(path, empty))).errors).toEqual([
    'Enter at least one new secret',
  ]);
  const rotated = { ...empty, webhookSecret: 'whsec_rotated000000000000' };
  const invalid = await readResponse(
    await proposer.submit(path, { ...rotated, overlap: '5', secretKey: 'pk_test_1' }),
  );
  expect(invalid.errors).toEqual([
    'This is a publishable key. Enter the secret key',
    'Choose when the previous webhook secrets end',
  ]);
  expect(invalid.html).not.toContain('whsec_rotated');
  expect((await proposer.submit(path, rotated)).headers.get('location')).toBe(
    `/staff/connections/${id}?done=secrets_proposed`,
  );
  const own = await readResponse(await proposer.open(`/staff/connections/${id}`));
  expect(textOf(own)).toContain('New secrets to approve');
  expect(textOf(own)).toMatch(/New secrets .*Webhook signing secret Saved, ends in 0000 Proposed/);
  expect(textOf(own)).toContain('Another admin must approve them.');
  expect(own.html).not.toContain('whsec_rotated');
  const approval = `${path}/approval`;
  const ownPage = await readResponse(await proposer.open(approval));
  expect(ownPage.html).not.toContain('value="approve"');
  const self = await readResponse(await proposer.submit(approval, { version: '2', do: 'approve' }));
  expect([self.status, ...self.errors]).toEqual([
    409,
    'You proposed these secrets, so another admin must approve them',
  ]);
  expect((await readResponse(await approver.open(approval))).html).toContain('value="approve"');
  expect((await approver.submit(approval, { version: '1', do: 'approve' })).status).toBe(409);
  expect((await approver.submit(approval, { version: '2', do: 'approve' })).headers.get('location')).toBe(
    `/staff/connections/${id}?done=secrets_approved`,
  );
  expect((await findWebhookSecrets(id))!.secrets).toHaveLength(2);
  expect(textOf(await readResponse(await approver.open(`/staff/connections/${id}`)))).toContain(
    'Accepted until',
  );
  await proposer.submit(path, { ...rotated, version: '3' });
  expect((await proposer.submit(approval, { version: '4', do: 'discard' })).headers.get('location')).toBe(
    `/staff/connections/${id}?done=secrets_discarded`,
  );
  expect(await findRow(id)).toMatchObject({ nextSealed: null });
  expect((await approver.open(`/staff/connections/con_simulator_test/secrets`)).status).toBe(404);
});

test('a retirement warns about what follows, and the simulator can be activated again', async () => {
  provideProcessors();
  const [proposer, approver] = await buildAdmins();
  const { id } = await buildProposal({ by: proposer.userId, name: 'Sandbox' });
  onTestFinished(async () => {
    await retireActiveConnection({ id, by: 'usr_test' });
    await reactivateSimulator({ id: 'con_simulator_test', by: 'usr_test' });
  });
  expect(textOf(await readResponse(await approver.open(`/staff/connections/${id}/approval`)))).toContain(
    'Existing payments stay with Simulator',
  );
  await approver.submit(`/staff/connections/${id}/approval`, { version: '1' });
  const retirement = `/staff/connections/${id}/retirement`;
  expect(textOf(await readResponse(await proposer.open(retirement)))).toContain(
    'Merchants without their own connection can’t take new test payments',
  );
  expect((await proposer.submit(retirement, {})).headers.get('location')).toBe(
    `/staff/connections/${id}?done=retired`,
  );
  expect((await proposer.submit(retirement, {})).headers.get('location')).toBe(
    `/staff/connections/${id}?done=moved_on`,
  );
  expect(textOf(await readResponse(await proposer.open('/staff/connections')))).toContain(
    'No connection for all merchants in test',
  );
  const reactivation = '/staff/connections/con_simulator_test/reactivation';
  expect((await proposer.open(`/staff/connections/${id}/reactivation`)).status).toBe(302);
  expect((await proposer.open(reactivation)).status).toBe(200);
  expect((await proposer.submit(reactivation, {})).headers.get('location')).toBe(
    '/staff/connections/con_simulator_test?done=reactivated',
  );
  expect(textOf(await readResponse(await proposer.open('/staff/connections')))).not.toContain(
    'No connection for all merchants in test',
  );
});

test('when secrets can’t be decrypted, the page says that the connection can’t be approved', async () => {
  const [proposer, approver] = await buildAdmins();
  const { id } = await buildProposal({ by: proposer.userId, processor: 'adyen' });
  await damageSecrets(id);
  const page = await readResponse(await approver.open(`/staff/connections/${id}`));
  expect(textOf(page)).toContain('The secrets can’t be decrypted.');
  expect(page.html).not.toContain(`/staff/connections/${id}/approval"`);
  const path = `/staff/connections/${id}/approval`;
  expect((await readResponse(await approver.submit(path, { version: '1' }))).errors).toEqual([
    'The secrets can’t be decrypted. Their key is missing, or the stored secrets were changed.',
  ]);
});

test.each([
  [{ kind: 'connected', description: 'It accepts the key.' }, 'The connection works It accepts the key.'],
  [{ kind: 'refused', reason: 'It’s the wrong key.' }, 'Stripe refused the test It’s the wrong key.'],
  [{ kind: 'unreachable' }, 'Stripe didn’t answer Check that this server can reach Stripe'],
  [null, 'Not tested There’s no test for connections to Stripe yet.'],
] as const)('a test of a proposal shows its result: %o', async (result, expected) => {
  const run = vi.spyOn(registry, 'testConnection').mockResolvedValueOnce(result);
  onTestFinished(() => run.mockRestore());
  const admin = await buildStaff('admin');
  const { id } = await buildProposal({ by: admin.userId });
  const page = await readResponse(await admin.submit(`/staff/connections/${id}`, {}));
  expect(page.status).toBe(200);
  expect(textOf(page)).toContain(expected);
  expectNoSecrets(page);
  expect(run.mock.calls[0]![0]).toMatchObject({ id, acquirer: 'stripe' });
  expect(
    await prisma.auditEntry.findFirst({ where: { subject: id, action: 'acquirer_connection_tested' } }),
  ).toMatchObject({ details: { result: result?.kind ?? 'untested' } });
});

test('the built-in simulator can be tested and has no secrets', async () => {
  const admin = await buildStaff('admin');
  const page = await readResponse(await admin.submit('/staff/connections/con_simulator_test', {}));
  expect(textOf(page)).toContain('The connection works The built-in simulator answers.');
  expect(textOf(page)).not.toMatch(/Rotate secrets|Webhook address/);
  disconnectAcquirers();
  const unusable = await readResponse(await admin.open('/staff/connections/con_simulator_live'));
  expect(textOf(unusable)).toContain('This connection can’t be used');
});
