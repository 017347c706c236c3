import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { signAccessToken, verifyAccessToken } from '~/api/authentication/access-tokens';
import { createAuthenticatorSecret } from '~/identity/second-factor/authenticator';
import { confirmSecondFactor, setUpSecondFactor } from '~/identity/second-factor/second-factor';
import { takeAttempt } from '~/identity/login/lockout';
import { sendMail } from '~/mail/outbox';
import { requireCheckoutSecret } from '~/merchants/credentials/credentials';
import { requireApplication } from '~/merchants/applications/applications';
import { findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import { approveSecrets, proposeSecrets } from '~/payments/connections/connection-rotation';
import { isProofValid, createPuzzle } from '~/payments/card-testing/proof-of-work';
import { SettingError } from '~/platform/config/config.server';
import { pool, prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { requirePersistentKey, loadPersistentKeys } from '~/platform/secrets/persistent-keys.server';
import { log } from '~/platform/observability/log';
import * as roots from '~/platform/secrets/root-keys.server';
import { Secret } from '~/platform/secrets/secret';
import { deriveKey, seal, unseal } from '~/platform/secrets/secrets.server';
import { prepareDatabase } from '~/startup';
import { rotateEndpointSecret, openSigningSecrets } from '~/webhooks/endpoints/endpoint-secrets';
import { buildApiClient } from '../../tests/world/api-client';
import { buildApplication, companyAnswers } from '../../tests/world/applications';
import { generateCode } from '../../tests/world/identity/authenticator';
import { buildMerchant } from '../../tests/world/merchants';
import {
  buildProcessorConnection,
  provideProcessors,
  stripeSecrets,
} from '../../tests/world/acquirers/connections';
import { paymentBody } from '../../tests/world/payments/payments';
import { solvePuzzle } from '../../tests/world/payments/proof-of-work';
import { buildEndpoint } from '../../tests/world/webhooks';
import { storeCard, listCardTokens, openCard } from './card-tokens';
import { unsealConnectionSecrets } from './connection-secrets';
import { checkSecretKeys, missingSecretKeys, readKeyChange, reencryptSecrets } from './secret-rotation';

const [own] = roots.getRootKeys();
const fresh = roots.createRootKey('5eedf00d'.repeat(8));
const unused = roots.createRootKey('0ddba115'.repeat(8));
let spy: { mockRestore: () => void } | undefined;

/** Sets SECRET_KEY and OTHER_SECRET_KEYS. */
function useKeys(...keys: [roots.RootKey, ...roots.RootKey[]]) {
  spy?.mockRestore();
  spy = vi.spyOn(roots, 'getRootKeys').mockReturnValue(keys);
}

/** Other tests leave data that no key decrypts, which is reported. */
async function reencryptQuietly(stopping?: AbortSignal): Promise<number> {
  vi.mocked(log.error).mockImplementation(() => {});
  return reencryptSecrets(stopping);
}

afterEach(async () => {
  // Other tests use the installation's key.
  useKeys(own, fresh);
  await reencryptQuietly();
  spy!.mockRestore();
  await loadPersistentKeys();
});

async function withFactor() {
  const userId = createId('usr');
  await prisma.user.create({
    data: { id: userId, email: `${userId}@factor.test`, name: 'Ada', passwordHash: 'none' },
  });
  const secret = createAuthenticatorSecret();
  const made = await setUpSecondFactor({
    userId,
    actor: `portal:${userId}`,
    secret,
    code: generateCode(secret, -1),
    replaces: false,
  });
  if (typeof made === 'string') throw new Error(made);
  return { userId, secret, recoveryCodes: made.recoveryCodes! };
}

/** A connection to an acquirer with previous, current, and proposed secrets. */
async function buildRotatedConnection(): Promise<string> {
  provideProcessors();
  const { accountId } = await buildMerchant();
  const [by, approver] = [createId('usr'), createId('usr')];
  const { id } = await buildProcessorConnection({ accountId, by, approver });
  const propose = (version: number, webhookSecret: string) =>
    proposeSecrets({ id, version, secrets: { webhookSecret }, overlapHours: 24, by });
  await propose(1, 'whsec_second');
  await approveSecrets({ id, version: 2, by: approver });
  await propose(3, 'whsec_third');
  return id;
}

test('what was encrypted with the old key can be decrypted without it', async () => {
  const { accountId, ...merchant } = await buildMerchant();
  const place = { accountId, environment: 'test' as const };
  const factor = await withFactor();
  // As written by a version that knew only one key.
  await prisma.$executeRaw`update second_factors set sealed = split_part(sealed, '.', 2) where user_id = ${factor.userId}`;
  const endpoint = await buildEndpoint('http://127.0.0.1:9/', { merchant: { accountId, ...merchant } });
  await rotateEndpointSecret({ ...endpoint, overlapHours: 24, fromVersion: 1 });
  const readEndpoint = async () =>
    ((row) => openSigningSecrets(row.id, row.sealed, row.previousSealed))(
      await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } }),
    );
  const answers = companyAnswers();
  const { applicationId } = await buildApplication('SUBMITTED', { answers });
  const readAccounts = async () =>
    ((application) =>
      Promise.all([
        application.answers.account_number,
        findSubmittedContents(application, 1).then((contents) => contents!.answers.account_number),
        application.answers.tax_number,
        application.people,
        findSubmittedContents(application, 1).then((contents) => contents!.people),
      ]))(await requireApplication({ id: applicationId }));
  const mailId = await sendMail(prisma, {
    to: 'ada@example.com',
    template: 'confirm-address',
    props: { link: 'https://a-link.test/' },
  });
  const readMail = async () =>
    unseal('mail', (await prisma.mail.findUniqueOrThrow({ where: { id: mailId } })).sealed!);
  const card = { pan: new Secret('4242424242424242'), expiry: { month: 12, year: 2040 } };
  const keep = () =>
    storeCard(prisma, {
      ...place,
      externalId: 'c',
      card,
      brand: 'visa',
      lastFour: '4242',
      expiry: '2040-12',
    });
  const tokenId = await keep();
  const connectionId = await buildRotatedConnection();
  const readConnection = async () =>
    ((row) =>
      [row.sealed, row.previousSealed, row.nextSealed].map((sealed) =>
        unsealConnectionSecrets(row.id, sealed!),
      ))(await prisma.acquirerConnection.findUniqueOrThrow({ where: { id: connectionId } }));
  const body = paymentBody();
  const paid = await (await buildApiClient({ accountId, ...merchant })).post('/transactions', body);
  for (let i = 0; i < 10; i++) expect(await takeAttempt('login_account', accountId)).toBe(0);
  const read = async () => [
    await requireCheckoutSecret(place),
    await readEndpoint(),
    await readAccounts(),
    await readMail(),
    await readConnection(),
  ];
  const before = await read();
  expect(before[4]).toEqual([
    { ...stripeSecrets, webhookSecret: 'whsec_second' },
    { webhookSecret: stripeSecrets.webhookSecret },
    { ...stripeSecrets, webhookSecret: 'whsec_third' },
  ]);
  expect(before[2]).toEqual([
    answers.account_number,
    answers.account_number,
    answers.tax_number,
    [{ id: expect.any(String), answers: expect.objectContaining({ person_birth_date: '1984-05-17' }) }],
    (before[2] as unknown[])[3],
  ]);

  useKeys(fresh, own);
  expect(await read()).toEqual(before);
  await Promise.all([reencryptQuietly(), reencryptQuietly()]);
  expect(await reencryptQuietly()).toBe(0);

  useKeys(fresh);
  await loadPersistentKeys();
  expect(await read()).toEqual(before);
  expect((await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } })).sealed).toMatch(
    new RegExp(`^${fresh.id}\\.`),
  );
  expect(await confirmSecondFactor(factor.userId, generateCode(factor.secret))).toBe('confirmed');
  expect(await confirmSecondFactor(factor.userId, factor.recoveryCodes[0]!)).toBe('confirmed');
  expect((await openCard({ ...place, tokenId }))!.card.pan.reveal()).toBe(card.pan.reveal());
  await keep();
  expect((await listCardTokens(place)).tokens.map(({ timesKept }) => timesKept)).toEqual([2, 2]);
  const again = await (await buildApiClient({ accountId, ...merchant })).post('/transactions', body);
  expect({ text: again.text, idempotentReplayed: again.headers.get('idempotent-replayed') }).toEqual({
    text: paid.text,
    idempotentReplayed: 'true',
  });
  expect(await takeAttempt('login_account', accountId)).toBeGreaterThan(0);
});

test('a token of the old key is valid exactly as long as that key is configured', async () => {
  const sign = (environment: 'test' | 'live' = 'test') =>
    signAccessToken(environment, { accountId: 'acc_1', secretId: createId('key') });
  const [before, kept, live] = [sign(), sign(), sign('live')];
  useKeys(own, fresh);
  const early = sign();
  useKeys(fresh, own);
  expect(verifyAccessToken('test', before)).toMatchObject({ accountId: 'acc_1' });
  expect(verifyAccessToken('test', early)).toMatchObject({ accountId: 'acc_1' });
  expect(verifyAccessToken('test', live)).toBe('wrong_environment');
  const late = sign();
  useKeys(own, fresh);
  expect(verifyAccessToken('test', late)).toMatchObject({ accountId: 'acc_1' });
  useKeys(fresh);
  expect(verifyAccessToken('test', kept)).toBe('invalid_token');
  expect(verifyAccessToken('live', live)).toBe('invalid_token');
});

test('a payment form opened before is accepted while the old key is configured', () => {
  const { formId, ...puzzle } = createPuzzle('int_1');
  const proof = solvePuzzle(puzzle);
  const isAccepted = () => isProofValid({ intentId: 'int_1', formId }, proof);
  useKeys(fresh, own);
  const during = isAccepted();
  useKeys(fresh);
  expect({ during, afterwards: isAccepted() }).toEqual({ during: true, afterwards: false });
});

test('a value that changes during its rotation keeps the change', async () => {
  const endpoint = await buildEndpoint('http://127.0.0.1:9/');
  useKeys(fresh, own);
  const requested = pool.query.bind(pool) as (...query: unknown[]) => Promise<unknown>;
  let rotated: string | undefined;
  const meanwhile = vi.spyOn(pool, 'query').mockImplementation((async (...query: unknown[]) => {
    const [text, values] = query as [unknown, unknown[]];
    if (
      !rotated &&
      typeof text === 'string' &&
      text.startsWith('update webhook_endpoints') &&
      values.includes(endpoint.id)
    ) {
      rotated = seal(`webhook-secret/${endpoint.id}`, 'whsec_made-meanwhile');
      await prisma.webhookEndpoint.update({ where: { id: endpoint.id }, data: { sealed: rotated } });
    }
    return requested(...query);
  }) as never);
  await reencryptQuietly();
  meanwhile.mockRestore();
  expect(rotated).toBeDefined();
  expect((await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } })).sealed).toBe(
    rotated,
  );
});

test('without other keys, nothing is read', async () => {
  useKeys(fresh);
  const query = vi.spyOn(pool, 'query');
  onTestFinished(() => query.mockRestore());
  const reencrypted = await reencryptSecrets();
  expect({ reencrypted, queries: query.mock.calls }).toEqual({ reencrypted: 0, queries: [] });
});

test('many are rotated, even behind a hundred unreadable ones, each of which is reported; a stop leaves the rest', async () => {
  const { accountId, ownerId: by } = await buildMerchant();
  // The data of other tests.
  useKeys(fresh, own);
  await reencryptQuietly();
  useKeys(own);
  const ids = Array.from({ length: 230 }, () => createId('hook')).sort();
  const rows = ids.map((id, index) => ({
    id,
    accountId,
    environment: 'test',
    url: 'https://shop.example/',
    sealed: index < 100 ? `${own.id}.damaged` : seal(`webhook-secret/${id}`, 'whsec_1'),
    createdBy: by,
    secretCreatedBy: by,
    deletedAt: new Date(),
  }));
  await prisma.webhookEndpoint.createMany({ data: rows });
  const left = () => prisma.webhookEndpoint.count({ where: { accountId, sealed: { startsWith: own.id } } });
  useKeys(fresh, own);
  const infoSpy = vi.spyOn(log, 'info');
  onTestFinished(() => infoSpy.mockRestore());
  expect({ reencrypted: await reencryptQuietly(AbortSignal.abort()), left: await left() }).toEqual({
    reencrypted: 0,
    left: 230,
  });
  expect({ reencrypted: await reencryptQuietly(), left: await left() }).toEqual({
    reencrypted: 130,
    left: 100,
  });
  expect(infoSpy.mock.calls).toEqual([['secrets re-encrypted with a new key', { count: 130 }]]);
  const received = vi
    .mocked(log.error)
    .mock.calls.filter(([message]) => message === 'secret decryption failed')
    .map(([, , fields]) => fields!.row);
  expect(received).toEqual(expect.arrayContaining(ids.slice(0, 100).map((id) => `webhook_endpoints ${id}`)));
  await prisma.webhookEndpoint.deleteMany({ where: { accountId } });
});

test('a key that is still needed is named at the start, and on the page about the rotation', async () => {
  await buildMerchant();
  useKeys(fresh, own, unused);
  expect(await readKeyChange()).toEqual({
    current: fresh.id,
    others: [
      {
        id: own.id,
        seals: expect.arrayContaining([
          { label: 'hash keys', count: 1 },
          { label: 'checkout secrets', count: expect.any(Number) },
        ]),
      },
      { id: unused.id, seals: [] },
    ],
  });
  expect(await missingSecretKeys()).toEqual([]);
  await checkSecretKeys();
  useKeys(fresh);
  expect(await readKeyChange()).toBeNull();
  const missing = await missingSecretKeys();
  expect(missing).toContain(
    `SECRET_KEY: hash keys (1) are encrypted with the key ${own.id}, which is missing. Add it to OTHER_SECRET_KEYS until they are re-encrypted`,
  );
  await expect(checkSecretKeys()).rejects.toThrow(new SettingError(...missing));
  await expect(prepareDatabase()).rejects.toThrow(SettingError);
  await expect(prepareDatabase()).rejects.toThrow(
    /^SECRET_KEY: this database was created with another key\. .*OTHER_SECRET_KEYS/,
  );
});

test('data without a key ID needs the first key, if the database names one', async () => {
  const { userId } = await withFactor();
  const { sealed } = await prisma.secondFactor.findUniqueOrThrow({ where: { userId } });
  const damaged = await withFactor();
  await prisma.secondFactor.update({
    where: { userId: damaged.userId },
    data: { sealed: `${own.id}.damaged` },
  });
  useKeys(fresh, own);
  await reencryptQuietly();
  // As written by a version that knew only one key.
  await prisma.secondFactor.update({ where: { userId }, data: { sealed: sealed.split('.')[1]! } });
  useKeys(fresh, own);
  const countFactors = async () =>
    (await readKeyChange())!.others[0]!.seals.filter(({ label }) => label === 'second factors');
  // At least the damaged one, which stays encrypted with the old key.
  const before = await countFactors();
  useKeys(fresh);
  expect(await missingSecretKeys()).toEqual(
    expect.not.arrayContaining([expect.stringContaining('undefined')]),
  );
  await prisma.setting.create({ data: { key: 'key_fingerprint', value: own.fingerprint } });
  try {
    const count = (before[0]?.count ?? 0) + 1;
    expect(await missingSecretKeys()).toContain(
      `SECRET_KEY: second factors (${count}) are encrypted with the key ${own.id}, which is missing. Add it to OTHER_SECRET_KEYS until they are re-encrypted`,
    );
    useKeys(fresh, own);
    expect(await countFactors()).toEqual([{ label: 'second factors', count }]);
  } finally {
    await prisma.setting.delete({ where: { key: 'key_fingerprint' } });
  }
});

test('a database older than persistent keys continues with those derived from its first key, and no other key can start it', async () => {
  const kept = await prisma.setting.delete({ where: { key: 'lasting_keys' } });
  await prisma.setting.create({ data: { key: 'key_fingerprint', value: own.fingerprint } });
  try {
    useKeys(fresh);
    await expect(loadPersistentKeys()).rejects.toThrow(SettingError);
    useKeys(fresh, own);
    await Promise.all([loadPersistentKeys(), loadPersistentKeys()]);
    for (const purpose of ['throttles', 'idempotency/live'] as const)
      expect(requirePersistentKey(purpose)).toEqual(own.derive(purpose));
    expect(requirePersistentKey('throttles')).not.toEqual(deriveKey('throttles'));
    // The key of a new purpose is created, and the others stay.
    await prisma.setting.update({
      where: { key: 'lasting_keys' },
      data: { value: seal('lasting-keys', JSON.stringify({ throttles: '00'.repeat(32) })) },
    });
    await loadPersistentKeys();
    expect({
      throttleKey: requirePersistentKey('throttles').toString('hex'),
      recoveryCodeKeyLength: requirePersistentKey('recovery-codes').length,
    }).toEqual({ throttleKey: '00'.repeat(32), recoveryCodeKeyLength: 32 });
  } finally {
    await prisma.setting.delete({ where: { key: 'key_fingerprint' } });
    await prisma.setting.update({ where: { key: 'lasting_keys' }, data: kept });
  }
});

test('of a submitted application, only the encryption can be changed', async () => {
  const { applicationId } = await buildApplication('SUBMITTED');
  const change = (set: string) =>
    prisma.$executeRawUnsafe(
      `update application_submissions set ${set} where application_id = $1`,
      applicationId,
    );
  for (const set of [
    `message = 'other'`,
    'round = 2',
    `contents = jsonb_set(contents, '{answers,city}', '"Bremen"')`,
    `contents = contents #- '{answers,account_number}'`,
    `contents = jsonb_set(contents, '{answers,account_number}', '""')`,
    `contents = contents #- '{answers,tax_number}'`,
    `contents = contents #- '{people}'`,
    `contents = jsonb_set(contents, '{people}', '""')`,
  ])
    await expect(change(set), set).rejects.toThrow('append-only');
  await expect(change(`contents = jsonb_set(contents, '{people}', '[]')`)).rejects.toThrow(
    'application_submissions_people_encrypted',
  );
  await expect(
    prisma.$executeRaw`delete from application_submissions where application_id = ${applicationId}`,
  ).rejects.toThrow('append-only');
});
