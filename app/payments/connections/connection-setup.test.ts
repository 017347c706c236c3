import { expect, onTestFinished, test, vi } from 'vitest';
import { openAcquirer } from '~/acquirers/registry';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { log } from '~/platform/observability/log';
import { Secret } from '~/platform/secrets/secret';
import { buildApiClient } from '../../../tests/world/api-client';
import { sealConnectionSecrets } from '~/vault/connection-secrets';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPayment } from '../../../tests/world/payments/payments';
import {
  adyenSecrets,
  buildProcessorConnection,
  buildProposal,
  provideProcessors,
  damageSecrets,
  stripeSecrets,
} from '../../../tests/world/acquirers/connections';
import {
  findAcquirerAccount,
  findConnection,
  getConnection,
  listConnections,
  listUnusableConnections,
  refreshConnections,
  requireAcquirer,
} from './connections';
import { findConnectionDetails, listConnectionSummaries, testStoredConnection } from './connection-list';
import { approveSecrets, discardSecrets, findWebhookSecrets, proposeSecrets } from './connection-rotation';
import {
  approveConnection,
  editConnection,
  proposeConnection,
  reactivateSimulator,
  rejectConnection,
  retireActiveConnection,
} from './connection-setup';

const common = 'con_simulator_test';
const buildPeople = () => ({ by: createId('usr'), approver: createId('usr') });
const findRow = (id: string) => prisma.acquirerConnection.findUniqueOrThrow({ where: { id } });
const listActions = async (subject: string) =>
  (await prisma.auditEntry.findMany({ where: { subject }, orderBy: { id: 'asc' } })).map(
    ({ action, actor, address }) => [action, actor, address],
  );
const revealAll = (secrets: Record<string, Secret>) =>
  Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, secret.reveal()]));

async function expectNoSecrets(subject: string, ...secrets: string[]): Promise<void> {
  const entries = await prisma.auditEntry.findMany({ where: { subject } });
  const details = await findConnectionDetails(subject);
  const text = JSON.stringify([
    entries.map(({ id: _, ...entry }) => entry),
    details,
    await listConnectionSummaries(),
  ]);
  expect(entries.length).toBeGreaterThan(0);
  for (const secret of secrets) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(secret.slice(0, -4));
  }
}

/** Other tests pay with the built-in simulator. */
function restoreCommon(...ids: string[]): void {
  onTestFinished(async () => {
    for (const id of ids) await retireActiveConnection({ id, by: 'usr_test' });
    await reactivateSimulator({ id: common, by: 'usr_test' });
  });
}

test('a proposal is used only after another person approves it, and retires the earlier connection', async () => {
  const opened = provideProcessors();
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { by, approver } = buildPeople();
  const earlier = await buildProcessorConnection({ accountId, by, approver, processor: 'adyen' });
  const { id: before } = await buildPayment(client);
  const proposal = await buildProposal({ accountId, by });
  const place = { accountId, environment: 'test' } as const;
  expect((await findConnection(place))?.id).toBe(earlier.id);
  expect(await getConnection(proposal.id)).toBeNull();
  expect((await listConnections()).map(({ id }) => id)).not.toContain(proposal.id);
  expect(await listUnusableConnections()).not.toContain(proposal.id);

  expect(await approveConnection({ ...proposal, by })).toBe('own_proposal');
  expect(await approveConnection({ ...proposal, version: 2, by: approver })).toBe('changed_meanwhile');
  expect(await approveConnection({ id: createId('con'), version: 1, by: approver })).toBe('not_found');
  expect(await findRow(proposal.id)).toMatchObject({ state: 'awaiting_approval', approvedBy: null });
  expect(await approveConnection({ ...proposal, by: approver, address: '192.0.2.7' })).toBe('approved');
  expect(await approveConnection({ ...proposal, by: approver })).toBe('not_awaiting_approval');

  expect((await findConnection(place))?.id).toBe(proposal.id);
  expect(await findRow(proposal.id)).toMatchObject({ state: 'active', proposedBy: by, approvedBy: approver });
  expect(await findRow(earlier.id)).toMatchObject({
    state: 'retired',
    retiredBy: approver,
    sealed: expect.any(String),
  });
  // Existing payments keep it.
  expect((await getConnection(earlier.id))?.id).toBe(earlier.id);
  const { id: after } = await buildPayment(client);
  const connectionOf = async (id: unknown) =>
    (await prisma.transaction.findUniqueOrThrow({ where: { id: id as string } })).connectionId;
  expect([await connectionOf(before), await connectionOf(after)]).toEqual([earlier.id, proposal.id]);

  const access = opened.findLast(({ id }) => id === proposal.id)!;
  if (access.acquirer !== 'stripe') throw new Error('not Stripe');
  expect({ ...access, secrets: revealAll(access.secrets) }).toEqual({
    ...{ id: proposal.id, environment: 'test', version: 1, acquirer: 'stripe' },
    settings: { multipleCaptures: false },
    secrets: stripeSecrets,
  });
  expect(await listActions(proposal.id)).toEqual([
    ['acquirer_connection_proposed', `staff:${by}`, null],
    ['acquirer_connection_approved', `staff:${approver}`, '192.0.2.7'],
  ]);
  expect((await listActions(earlier.id)).at(-1)).toEqual([
    'acquirer_connection_retired',
    `staff:${approver}`,
    '192.0.2.7',
  ]);
  const [entry] = await prisma.auditEntry.findMany({
    where: { subject: proposal.id, action: 'acquirer_connection_proposed' },
  });
  expect(entry).toMatchObject({
    after: { name: 'Our stripe', merchant: accountId, multipleCaptures: false },
  });
  const [approval] = await prisma.auditEntry.findMany({
    where: { subject: proposal.id, action: 'acquirer_connection_approved' },
  });
  expect(approval).toMatchObject({
    accountId,
    details: { acquirer: 'stripe', environment: 'test', replaced: earlier.id },
  });
  // The merchant's audit log says what happened to their payments, and nothing about drafts.
  expect(
    (await prisma.auditEntry.findMany({ where: { accountId }, orderBy: { id: 'asc' } }))
      .map(({ action }) => action)
      .filter((action) => action.startsWith('acquirer')),
  ).toEqual(['acquirer_connection_approved', 'acquirer_connection_retired', 'acquirer_connection_approved']);
  await expectNoSecrets(proposal.id, ...Object.values(stripeSecrets));
  await expectNoSecrets(earlier.id, ...Object.values(adyenSecrets));
});

test('a sandbox replaces the built-in simulator for all merchants, which comes back', async () => {
  provideProcessors();
  const { accountId } = await buildMerchant();
  const place = { accountId, environment: 'test' } as const;
  const { by, approver } = buildPeople();
  const sandbox = await buildProposal({ by });
  restoreCommon(sandbox.id);
  expect((await findConnectionDetails(sandbox.id))?.replaces).toEqual({
    name: 'Simulator',
    acquirer: 'simulator',
  });
  expect(await reactivateSimulator({ id: common, by })).toBe('not_retired');
  await approveConnection({ ...sandbox, by: approver });
  expect((await findConnection(place))?.id).toBe(sandbox.id);
  expect((await getConnection(common))?.id).toBe(common);
  expect(await findRow(common)).toMatchObject({ state: 'retired', retiredBy: approver });

  // One person is enough, because the simulator moves no money.
  expect(await reactivateSimulator({ id: common, by })).toBe('reactivated');
  expect((await findConnection(place))?.id).toBe(common);
  expect(await findRow(common)).toMatchObject({ state: 'active', retiredAt: null, retiredBy: null });
  expect(await findRow(sandbox.id)).toMatchObject({ state: 'retired', retiredBy: by });
  expect(await reactivateSimulator({ id: sandbox.id, by: approver })).toBe('unavailable');
  const reactivated = { subject: common, action: 'acquirer_connection_reactivated' };
  expect(await prisma.auditEntry.findFirst({ where: reactivated, orderBy: { id: 'desc' } })).toMatchObject({
    details: { replaced: sandbox.id },
  });
  expect(await reactivateSimulator({ id: createId('con'), by })).toBe('not_found');
  expect((await listActions(common)).at(-1)).toEqual([
    'acquirer_connection_reactivated',
    `staff:${by}`,
    null,
  ]);
});

test('of simultaneous approvals for one scope, the last one is active', async () => {
  provideProcessors();
  const { accountId } = await buildMerchant();
  const { by, approver } = buildPeople();
  const proposals = [
    await buildProposal({ accountId, by }),
    await buildProposal({ accountId, by }),
    await buildProposal({ accountId, by, processor: 'adyen' }),
  ];
  expect(
    await Promise.all(proposals.map((proposal) => approveConnection({ ...proposal, by: approver }))),
  ).toEqual(['approved', 'approved', 'approved']);
  const rows = await prisma.acquirerConnection.findMany({ where: { accountId } });
  expect(rows.map(({ state }) => state).sort()).toEqual(['active', 'retired', 'retired']);
});

test('a connection whose secrets can’t be decrypted is not approved, so that payments continue', async () => {
  const { accountId } = await buildMerchant();
  const { by, approver } = buildPeople();
  const proposal = await buildProposal({ accountId, by, processor: 'adyen' });
  await damageSecrets(proposal.id);
  expect(await approveConnection({ ...proposal, by: approver })).toBe('unavailable');
  expect((await findConnection({ accountId, environment: 'test' }))?.id).toBe(common);
  expect(await findConnectionDetails(proposal.id)).toMatchObject({ isUsable: false });
});

test('a simulated live environment uses no real acquirer', () => {
  provideProcessors();
  const access = {
    ...{ id: createId('con'), version: 1, acquirer: 'adyen' as const },
    settings: { merchantAccount: 'A', multipleCaptures: false },
    secrets: {
      apiKey: new Secret('a'),
      hmacKey: new Secret('b'),
      webhookUser: new Secret('c'),
      webhookPassword: new Secret('d'),
    },
  };
  expect(openAcquirer({ ...access, environment: 'test' })).not.toBeNull();
  expect(openAcquirer({ ...access, environment: 'live' })).toBeNull();
});

test('the person who edits a proposal becomes its proposer, and secrets left empty stay', async () => {
  const opened = provideProcessors();
  const { accountId } = await buildMerchant();
  const { by, approver } = buildPeople();
  const proposal = await buildProposal({ by });
  const change = {
    ...proposal,
    name: 'Stripe Europe',
    accountId,
    settings: { account: 'acct_1PqRsTuVwX', multipleCaptures: true },
    secrets: { secretKey: 'sk_test_another0000000000000000' },
  };
  const unknown = { ...change, accountId: createId('acc') };
  expect(await editConnection({ ...unknown, by: approver })).toBe('account_not_found');
  expect(await editConnection({ ...change, version: 0, by: approver })).toBe('changed_meanwhile');
  expect(await editConnection({ ...change, by: approver })).toBe('saved');
  expect(await editConnection({ ...change, by: approver })).toBe('changed_meanwhile');
  const edited = { ...proposal, version: 2 };
  expect(await approveConnection({ ...edited, by: approver })).toBe('own_proposal');
  expect(await approveConnection({ ...edited, by })).toBe('approved');
  const access = opened.findLast(({ id }) => id === proposal.id)!;
  if (access.acquirer !== 'stripe') throw new Error('not Stripe');
  expect({ version: access.version, settings: access.settings, secrets: revealAll(access.secrets) }).toEqual({
    version: 2,
    settings: { account: 'acct_1PqRsTuVwX', multipleCaptures: true },
    secrets: { ...stripeSecrets, secretKey: change.secrets.secretKey },
  });
  expect(await editConnection({ ...change, ...edited, by })).toBe('not_awaiting_approval');
  expect(
    await prisma.auditEntry.findFirst({
      where: { subject: proposal.id, action: 'acquirer_connection_edited' },
    }),
  ).toMatchObject({
    before: { name: 'Our stripe', merchant: null, multipleCaptures: false },
    after: { name: 'Stripe Europe', merchant: accountId, account: 'acct_1PqRsTuVwX', multipleCaptures: true },
    details: { new_secrets: 'secretKey' },
  });
  await expectNoSecrets(proposal.id, change.secrets.secretKey, ...Object.values(stripeSecrets));
});

test('a proposal needs a new ID and an existing merchant', async () => {
  const { by } = buildPeople();
  const { id } = await buildProposal({ by });
  const input = {
    ...({ processor: 'stripe', environment: 'test', name: 'Again', accountId: null, by } as const),
    ...{ settings: {}, secrets: stripeSecrets },
  };
  expect(await proposeConnection({ ...input, id })).toBe('exists');
  const unknown = { ...input, id: createId('con'), accountId: createId('acc') };
  expect(await proposeConnection(unknown)).toBe('account_not_found');
  expect(await prisma.acquirerConnection.findUnique({ where: { id: unknown.id } })).toBeNull();
  expect(await findRow(id)).toMatchObject({ name: 'Our stripe' });
});

test('an account at Adyen has one active connection, which can be replaced', async () => {
  provideProcessors();
  const { by, approver } = buildPeople();
  const [{ accountId }, { accountId: otherId }] = [await buildMerchant(), await buildMerchant()];
  const merchantAccount = createId('con');
  const adyen = { by, processor: 'adyen', merchantAccount } as const;
  const rival = await buildProposal({ ...adyen, accountId: otherId });
  const first = await buildProcessorConnection({ ...adyen, accountId, approver });

  const input = {
    ...({ processor: 'adyen', environment: 'test', name: 'Again', accountId: otherId, by } as const),
    ...{ settings: { merchantAccount: merchantAccount.toUpperCase() }, secrets: adyenSecrets },
  };
  const proposed = { ...input, id: createId('con') };
  expect(await proposeConnection(proposed)).toBe('acquirer_account_in_use');
  expect(await prisma.acquirerConnection.findUnique({ where: { id: proposed.id } })).toBeNull();
  expect(await editConnection({ ...input, ...rival })).toBe('acquirer_account_in_use');
  expect(await approveConnection({ ...rival, by: approver })).toBe('acquirer_account_in_use');
  expect(await findRow(rival.id)).toMatchObject({ state: 'awaiting_approval', version: 1 });
  const activate = prisma.acquirerConnection.update({
    where: { id: rival.id },
    data: { state: 'active', approvedBy: approver, approvedAt: new Date() },
  });
  await expect(activate).rejects.toThrow(/unique/i);

  const second = await buildProcessorConnection({ ...adyen, accountId, approver });
  expect([(await findRow(first.id)).state, (await findRow(second.id)).state]).toEqual(['retired', 'active']);
  await retireActiveConnection({ id: second.id, by });
  expect(await approveConnection({ ...rival, by: approver })).toBe('approved');
});

test('a connected account at Stripe has one active connection, and others of the same key are independent', async () => {
  provideProcessors();
  const { by, approver } = buildPeople();
  const propose = async (account?: string) => {
    const { accountId } = await buildMerchant();
    const id = createId('con');
    const outcome = await proposeConnection({
      ...{ id, processor: 'stripe', environment: 'test', name: 'Stripe', accountId, by },
      ...{ settings: account ? { account } : {}, secrets: stripeSecrets },
    });
    return outcome === 'proposed' ? approveConnection({ id, version: 1, by: approver }) : outcome;
  };
  const account = `acct_${createId('con').slice(4)}`;
  expect(await propose(account)).toBe('approved');
  expect(await propose(account)).toBe('acquirer_account_in_use');
  expect(await propose(`${account}2`)).toBe('approved');
  expect([await propose(), await propose()]).toEqual(['approved', 'approved']);
});

test('connections to the same account are recognized by its name, or by the same key when they replace each other', async () => {
  provideProcessors();
  const { by, approver } = buildPeople();
  const build = async (changes: object) =>
    (
      await buildProcessorConnection({
        accountId: (await buildMerchant()).accountId,
        by,
        approver,
        ...changes,
      })
    ).id;
  const group = async (id: string) => (await findAcquirerAccount(id))!.connectionIds.toSorted();
  const merchantAccount = createId('con');
  const { accountId: adyenMerchant } = await buildMerchant();
  const adyen = { processor: 'adyen', accountId: adyenMerchant } as const;
  const first = await build({ ...adyen, merchantAccount });
  const second = await build({ ...adyen, merchantAccount: merchantAccount.toUpperCase() });
  const other = await build({ ...adyen, merchantAccount: `${merchantAccount}2` });
  const last = await build({ ...adyen, accountId: (await buildMerchant()).accountId, merchantAccount });
  for (const id of [first, second, last]) expect(await group(id)).toEqual([first, second, last].sort());
  expect(await group(other)).toEqual([other]);
  const { accountId } = await buildMerchant();
  const stripe = [await build({ accountId }), await build({ accountId }), await build({ accountId })];
  for (const id of stripe) expect(await group(id)).toEqual(stripe.toSorted());
  // A key that belongs to another merchant's connection, or another key, doesn't show it.
  expect(await group(await build({}))).toHaveLength(1);
  await prisma.acquirerConnection.update({
    where: { id: stripe[2] },
    data: { sealed: sealConnectionSecrets(stripe[2]!, { ...stripeSecrets, secretKey: 'sk_test_another' }) },
  });
  expect(await group(await build({ accountId }))).toHaveLength(1);
  // It stays the same account when one of them gets another key.
  refreshConnections();
  expect(await group(stripe[0]!)).toEqual(stripe.toSorted());
});

test('a rejected proposal has no secrets and stays rejected', async () => {
  provideProcessors();
  const { by, approver } = buildPeople();
  const proposal = await buildProposal({ by });
  const rejection = { ...proposal, by: approver, reason: 'Wrong account.' };
  expect(await rejectConnection({ ...rejection, version: 7 })).toBe('changed_meanwhile');
  expect(await rejectConnection(rejection)).toBe('rejected');
  expect(await rejectConnection(rejection)).toBe('not_awaiting_approval');
  expect(await findRow(proposal.id)).toMatchObject({ state: 'rejected', sealed: null });
  const rejected = { subject: proposal.id, action: 'acquirer_connection_rejected' };
  expect(await prisma.auditEntry.findFirst({ where: rejected })).toMatchObject({
    details: { reason: 'Wrong account.' },
  });
  expect(await findConnectionDetails(proposal.id)).toMatchObject({
    secrets: [],
    rejected: { by: { userId: approver }, reason: 'Wrong account.' },
    isUsable: false,
  });
  expect(await approveConnection({ ...proposal, by: approver })).toBe('not_awaiting_approval');
  expect(await testStoredConnection({ ...proposal, by })).toEqual({
    kind: 'untested',
  });
});

test('a retired connection takes no new payments and keeps its secrets', async () => {
  provideProcessors();
  const { accountId } = await buildMerchant();
  const { by, approver } = buildPeople();
  const { id } = await buildProcessorConnection({ accountId, by, approver });
  expect(await retireActiveConnection({ id: createId('con'), by })).toBe('not_found');
  expect(await retireActiveConnection({ id, by })).toBe('retired');
  expect(await retireActiveConnection({ id, by })).toBe('not_active');
  expect((await findConnection({ accountId, environment: 'test' }))?.id).toBe(common);
  expect((await getConnection(id))?.id).toBe(id);
  expect(await findConnectionDetails(id)).toMatchObject({
    state: 'retired',
    secrets: [
      { name: 'secretKey', end: 'wxyz' },
      { name: 'webhookSecret', end: 'ABCD' },
    ],
  });
});

test('rotated secrets apply once another person approves them, and the adapter is replaced', async () => {
  const opened = provideProcessors();
  const { accountId } = await buildMerchant();
  const { by, approver } = buildPeople();
  const { id } = await buildProcessorConnection({ accountId, by, approver });
  const before = (await getConnection(id))!.acquirer;
  const secrets = { secretKey: 'rk_test_rotated000000000000', webhookSecret: 'whsec_rotated000000000000' };
  const rotation = { id, version: 1, secrets, overlapHours: 24, by: approver } as const;
  expect(await proposeSecrets({ ...rotation, version: 2 })).toBe('changed_meanwhile');
  expect(await proposeSecrets(rotation)).toBe('proposed');
  expect(await approveSecrets({ id, version: 2, by: approver })).toBe('own_proposal');
  expect(await approveSecrets({ id, version: 1, by })).toBe('changed_meanwhile');
  expect((await findWebhookSecrets(id))!.secrets.map(revealAll)).toEqual([
    { webhookSecret: stripeSecrets.webhookSecret },
  ]);
  expect(await findConnectionDetails(id)).toMatchObject({
    hasProposedSecrets: true,
    next: {
      by: { userId: approver },
      changed: [
        { name: 'secretKey', end: '0000' },
        { name: 'webhookSecret', end: '0000' },
      ],
      overlapHours: 24,
    },
  });
  expect(await approveSecrets({ id, version: 2, by })).toBe('approved');
  expect(await approveSecrets({ id, version: 3, by })).toBe('no_rotation');

  const after = (await getConnection(id))!.acquirer;
  expect(after).not.toBe(before);
  expect((await getConnection(id))!.acquirer).toBe(after);
  const access = opened.findLast((candidate) => candidate.id === id)!;
  if (access.acquirer !== 'stripe') throw new Error('not Stripe');
  expect(revealAll(access.secrets)).toEqual(secrets);
  expect((await findWebhookSecrets(id))!.secrets.map(revealAll)).toEqual([
    { webhookSecret: secrets.webhookSecret },
    { webhookSecret: stripeSecrets.webhookSecret },
  ]);
  const { previousEndsAt, ...row } = await findRow(id);
  expect(row).toMatchObject({ version: 3, proposedBy: approver, approvedBy: by, nextSealed: null });
  expect(Math.abs(previousEndsAt!.getTime() - Date.now() - 86_400_000)).toBeLessThan(60_000);

  // A rotation of the API key alone doesn't end the overlap.
  const key = { secretKey: 'sk_test_onlythekey0000000000' };
  await proposeSecrets({ id, version: 3, secrets: key, overlapHours: 0, by });
  expect((await findConnectionDetails(id))!.next!.changed).toEqual([
    { name: 'secretKey', label: 'Secret key', end: '0000' },
  ]);
  await approveSecrets({ id, version: 4, by: approver });
  expect((await findWebhookSecrets(id))!.secrets).toHaveLength(2);
  await prisma.acquirerConnection.update({ where: { id }, data: { previousEndsAt: new Date(0) } });
  expect((await findWebhookSecrets(id))!.secrets.map(revealAll)).toEqual([
    { webhookSecret: secrets.webhookSecret },
  ]);

  const last = { webhookSecret: 'whsec_thelastone00000000' };
  await proposeSecrets({ id, version: 5, secrets: last, overlapHours: 0, by });
  await approveSecrets({ id, version: 6, by: approver });
  expect((await findWebhookSecrets(id))!.secrets.map(revealAll)).toEqual([last]);
  expect(await findRow(id)).toMatchObject({ previousSealed: null, previousEndsAt: null });
  const proposed = { subject: id, action: 'acquirer_secrets_proposed' };
  expect(await prisma.auditEntry.findFirst({ where: proposed, orderBy: { id: 'asc' } })).toMatchObject({
    details: { new_secrets: 'secretKey, webhookSecret', overlap_hours: 24 },
  });
  expect((await listActions(id)).map(([action]) => action)).toEqual([
    'acquirer_connection_proposed',
    'acquirer_connection_approved',
    ...Array(3).fill(['acquirer_secrets_proposed', 'acquirer_secrets_approved']).flat(),
  ]);
  await expectNoSecrets(
    id,
    ...[secrets, stripeSecrets, key, last].flatMap((values) => Object.values(values)),
  );
});

test('discarded secrets never apply, and there are none to rotate in a simulator or a proposal', async () => {
  provideProcessors();
  const { accountId } = await buildMerchant();
  const { by, approver } = buildPeople();
  const { id } = await buildProcessorConnection({ accountId, by, approver });
  await retireActiveConnection({ id, by });
  const secrets = { webhookSecret: 'whsec_discarded00000000000' };
  await proposeSecrets({ id, version: 1, secrets, overlapHours: 1, by });
  expect(await discardSecrets({ id, version: 1, by })).toBe('changed_meanwhile');
  expect(await discardSecrets({ id, version: 2, by })).toBe('discarded');
  expect((await listActions(id)).at(-1)![0]).toBe('acquirer_secrets_discarded');
  expect(await discardSecrets({ id, version: 3, by })).toBe('no_rotation');
  expect(await approveSecrets({ id, version: 3, by: approver })).toBe('no_rotation');
  expect((await findWebhookSecrets(id))!.secrets.map(revealAll)).toEqual([
    { webhookSecret: stripeSecrets.webhookSecret },
  ]);
  const proposal = await buildProposal({ by });
  for (const other of [proposal, { id: common, version: 1 }])
    expect(await proposeSecrets({ ...other, secrets, overlapHours: 0, by })).toBe('no_rotation');
  expect(await findWebhookSecrets(common)).toBeNull();
  expect(await findWebhookSecrets(createId('con'))).toBeNull();
});

test('a connection whose secrets can’t be decrypted is unusable, and reported once', async () => {
  const opened = provideProcessors();
  const { accountId } = await buildMerchant();
  const { by, approver } = buildPeople();
  const { id } = await buildProcessorConnection({ accountId, by, approver });
  onTestFinished(async () => {
    await prisma.acquirerConnection.delete({ where: { id } });
    refreshConnections();
  });
  const report = vi.spyOn(log, 'error').mockImplementation(() => {});
  onTestFinished(() => report.mockRestore());
  const other = await buildProposal({ by });
  const { sealed } = await findRow(other.id);
  const isOpened = opened.length;
  await prisma.acquirerConnection.update({ where: { id }, data: { sealed, version: 2 } });
  for (let i = 0; i < 2; i++) {
    refreshConnections();
    expect(await findConnection({ accountId, environment: 'test' })).toBeNull();
  }
  expect(await getConnection(id)).toBeNull();
  expect(await listUnusableConnections()).toContain(id);
  await expect(requireAcquirer(id)).rejects.toThrow(`the connection ${id} can’t be used`);
  expect(await findConnectionDetails(id)).toMatchObject({ secrets: [], isUsable: false });
  expect(await testStoredConnection({ id, by })).toEqual({ kind: 'untested' });
  expect(opened.slice(isOpened).filter((access) => access.id === id)).toEqual([]);
  expect(report.mock.calls).toEqual([
    [
      'secret decryption failed',
      new Error('its key is missing, or its row was changed'),
      { row: `acquirer_connections ${id}` },
    ],
  ]);
});

test('the list begins with what needs attention, and the newest', async () => {
  provideProcessors();
  const { accountId } = await buildMerchant();
  const { by, approver } = buildPeople();
  const built = [];
  for (let i = 0; i < 3; i++) {
    built.push(await buildProcessorConnection({ accountId, by, approver }));
    await prisma.acquirerConnection.update({
      where: { id: built[i]!.id },
      data: { createdAt: new Date(Date.UTC(2030, 0, i + 1)) },
    });
  }
  const rejected = await buildProposal({ accountId, by });
  await rejectConnection({ ...rejected, by, reason: 'Mistyped.' });
  const proposal = await buildProposal({ accountId, by });
  const list = (await listConnectionSummaries()).filter(({ account }) => account?.id === accountId);
  expect(list.map(({ id, state, isUsable }) => [id, state, isUsable])).toEqual([
    [proposal.id, 'awaiting_approval', true],
    [built[2]!.id, 'active', true],
    [built[1]!.id, 'retired', true],
    [built[0]!.id, 'retired', true],
    [rejected.id, 'rejected', false],
  ]);
});

test('details name the people, and former ones without a name', async () => {
  provideProcessors();
  const { accountId } = await buildMerchant();
  const { by, approver } = buildPeople();
  const { id } = await buildProcessorConnection({ accountId, by, approver });
  const former = (userId: string) => ({ by: { userId, name: 'A former user' }, at: expect.any(Date) });
  expect(await findConnectionDetails(id)).toMatchObject({
    ...{ proposed: former(by), approved: former(approver), retired: null, rejected: null, next: null },
    ...{ previousEndsAt: null, replaces: null, isBuiltIn: false, hasRotation: true },
    webhookUrl: `http://localhost:3000/acquirer-webhooks/${id}`,
  });
  const secrets = { webhookSecret: 'whsec_next0000000000000000' };
  await proposeSecrets({ id, version: 1, secrets, overlapHours: 1, by });
  await approveSecrets({ id, version: 2, by: approver });
  expect((await findConnectionDetails(id))!.previousEndsAt).toEqual(expect.any(Date));
  await prisma.acquirerConnection.update({ where: { id }, data: { previousEndsAt: new Date(0) } });
  await retireActiveConnection({ id, by });
  expect(await findConnectionDetails(id)).toMatchObject({ retired: former(by), previousEndsAt: null });
  expect(await findConnectionDetails(createId('con'))).toBeNull();
  expect(await findConnectionDetails(common)).toMatchObject({
    ...{ proposed: null, approved: null, isBuiltIn: true, hasRotation: false, secrets: [] },
  });
});

test('the simulator can be tested, and every test is audited', async () => {
  const network = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'));
  onTestFinished(() => network.mockRestore());
  const { by } = buildPeople();
  const test = { by, address: '192.0.2.9' };
  expect(await testStoredConnection({ ...test, id: common })).toMatchObject({ kind: 'connected' });
  expect(await testStoredConnection({ ...test, id: createId('con') })).toBe('not_found');
  const adyen = await buildProposal({ by, processor: 'adyen' });
  expect(await testStoredConnection({ ...test, id: adyen.id })).toEqual({ kind: 'unreachable' });
  expect((await listActions(adyen.id)).at(-1)).toEqual([
    'acquirer_connection_tested',
    `staff:${by}`,
    '192.0.2.9',
  ]);
});

test('the database rejects what the code never does', async () => {
  provideProcessors();
  const { accountId } = await buildMerchant();
  const { by, approver } = buildPeople();
  const active = await buildProcessorConnection({ accountId, by, approver });
  const proposal = await buildProposal({ accountId, by });
  const set = (id: string, data: object) => prisma.acquirerConnection.update({ where: { id }, data });
  const now = new Date();
  const approved = { state: 'active', approvedBy: approver, approvedAt: now };
  await expect(set(proposal.id, approved)).rejects.toThrow(/unique/i);
  await retireActiveConnection({ id: active.id, by });
  await expect(set(proposal.id, { ...approved, approvedBy: by })).rejects.toThrow(/_approved/);
  await expect(set(proposal.id, { ...approved, approvedBy: null })).rejects.toThrow(/_approved/);
  await expect(set(proposal.id, { ...approved, approvedAt: null })).rejects.toThrow(/_approved/);
  await expect(set(proposal.id, { ...approved, proposedBy: null })).rejects.toThrow(/_approved/);
  await expect(set(proposal.id, { ...approved, sealed: null })).rejects.toThrow(/_approved/);
  await expect(set(proposal.id, { approvedBy: approver })).rejects.toThrow(/_proposed/);
  await expect(set(active.id, { sealed: null })).rejects.toThrow(/_approved/);
  await expect(set(active.id, { retiredAt: null })).rejects.toThrow(/_retired/);
  await expect(set(active.id, { previousSealed: 'x' })).rejects.toThrow(/_previous/);
  await expect(set(active.id, { nextSealed: 'x' })).rejects.toThrow(/_next/);
  await expect(set(proposal.id, { state: 'rejected', rejectedAt: now })).rejects.toThrow(/_rejected/);
  await expect(set(common, { sealed: 'x' })).rejects.toThrow(/_simulator/);
  await expect(set(common, { nextSealed: 'x' })).rejects.toThrow(/_simulator|_next/);
  await expect(set(active.id, { acquirer: 'other' })).rejects.toThrow(/_acquirer/);
  await set(proposal.id, approved);
});
