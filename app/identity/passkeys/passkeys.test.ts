import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { generateCode } from '../../../tests/world/identity/authenticator';
import { addSoftwarePasskey, createSoftwarePasskey } from '../../../tests/world/identity/software-passkey';
import { buildStaff } from '../../../tests/world/identity/staff';
import { buildPerson, listMailsTo } from '../../../tests/world/identity/team';
import { createAuthenticatorSecret } from '~/identity/second-factor/authenticator';
import { requestPasskeyRegistration, verifyPasskeyRegistration } from './passkey-registration';
import {
  addPasskey,
  findPasskey,
  isRequiredForStaff,
  listPasskeys,
  maximumPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys';
import { countRecoveryCodes } from '~/identity/second-factor/recovery-codes';
import {
  confirmSecondFactor,
  findSecondFactor,
  resetSecondFactor,
  setUpSecondFactor,
  turnOffSecondFactor,
} from '~/identity/second-factor/second-factor';
import { retrieveSession, startSession } from '~/identity/sessions/sessions';

const by = (userId: string) => ({ userId, actor: `portal:${userId}` }) as const;
const actionsOf = async (userId: string) =>
  (await listAudit({ subject: userId })).entries.map(({ action }) => action);

async function buildRegistrationRequest() {
  const person = await buildPerson();
  return { ...person, ...(await requestPasskeyRegistration({ ...person, area: 'portal', scope: 'here' })) };
}

test('the first passkey brings recovery codes, ends all sessions, and sends an email', async () => {
  const { userId, email, options, ticket } = await buildRegistrationRequest();
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  });
  expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
  const cookie = (await startSession(new Request('http://localhost:3000/'), userId, '127.0.0.1')).split(
    ';',
  )[0]!;
  const passkey = createSoftwarePasskey({ backedUp: true });
  const added = await addPasskey({
    ...by(userId),
    area: 'portal',
    scope: 'here',
    ticket,
    answer: passkey.create(options),
    name: 'Laptop',
  });
  expect(added).toEqual({ recoveryCodes: expect.objectContaining({ length: 10 }) });
  expect(await retrieveSession(new Request('http://localhost:3000/', { headers: { cookie } }))).toBeNull();
  expect(await listPasskeys(userId)).toMatchObject([{ name: 'Laptop', backedUp: true, lastUsedAt: null }]);
  expect(await findSecondFactor(userId)).toEqual({ appSince: null, passkeys: 1 });
  expect(await actionsOf(userId)).toEqual(['passkey_added']);
  expect(await listMailsTo(email)).toMatchObject([
    {
      template: 'second-factor-changed',
      props: {
        change: 'passkey_added',
        passkey: 'Laptop',
        passwordLink: 'http://localhost:3000/forgot-password',
        securityLink: 'http://localhost:3000/security',
      },
    },
  ]);
  expect((await addSoftwarePasskey(userId)).recoveryCodes).toBeNull();
  const { options: again } = await requestPasskeyRegistration({
    userId,
    email,
    name: 'Ada',
    area: 'portal',
    scope: 'here',
  });
  expect(again.excludeCredentials).toMatchObject([
    { id: passkey.id, transports: ['internal'] },
    { id: expect.any(String), transports: ['internal'] },
  ]);
});

test.each([
  ['of another site', { origin: 'https://evil.example' }],
  ['of our host without its port', { origin: 'http://localhost' }],
  ['made for another site', { relyingParty: 'evil.example' }],
  ['with another challenge', { challenge: randomBytes(32).toString('base64url') }],
  ['that is no creation', { type: 'webauthn.get' }],
  ['made in a frame of another site', { crossOrigin: true }],
  ['without its owner', { present: false }],
  ['whose owner was not asked to be the one', { verified: false }],
  ['under another name', { id: randomBytes(32).toString('base64url') }],
  ['with certificates, which are not looked up', { certificates: [randomBytes(300)] }],
])('a passkey %s is not added', async (_, forged) => {
  const { userId, options, ticket } = await buildRegistrationRequest();
  expect(
    await addPasskey({
      ...by(userId),
      area: 'portal',
      scope: 'here',
      ticket,
      answer: createSoftwarePasskey().create(options, forged),
      name: 'Evil',
    }),
  ).toBe('rejected');
  expect({ secondFactor: await findSecondFactor(userId), actions: await actionsOf(userId) }).toEqual({
    secondFactor: null,
    actions: [],
  });
});

/** A self-signed certificate that meets all requirements of WebAuthn 3, 8.2.1. */
function createAttestationCertificate() {
  const folder = mkdtempSync('/tmp/tillway-attestation-');
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.der')] as const;
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-keyout', key, '-outform', 'DER', '-out', certificate],
    ...['-subj', '/C=CH/O=An authenticator/OU=Authenticator Attestation/CN=A model'],
    ...['-addext', 'basicConstraints=critical,CA:FALSE'],
  ]);
  return { attestationKey: readFileSync(key), certificates: [readFileSync(certificate)] };
}

test('an authenticator may sign its own attestation, but a valid certificate is rejected', async () => {
  const [own, certified] = [await buildRegistrationRequest(), await buildRegistrationRequest()];
  const passkey = createSoftwarePasskey();
  expect({
    own: await verifyPasskeyRegistration(
      { userId: own.userId, area: 'portal', scope: 'here' },
      { ticket: own.ticket, answer: passkey.create(own.options, { attestationKey: 'own' }) },
    ),
    certified: await verifyPasskeyRegistration(
      { userId: certified.userId, area: 'portal', scope: 'here' },
      {
        ticket: certified.ticket,
        answer: createSoftwarePasskey().create(certified.options, createAttestationCertificate()),
      },
    ),
  }).toEqual({
    own: expect.objectContaining({ credentialId: passkey.id, transports: ['internal'] }),
    certified: null,
  });
});

test('a registration whose attestation is unreadable is null', async () => {
  const { userId, options, ticket } = await buildRegistrationRequest();
  const creation = JSON.parse(createSoftwarePasskey().create(options)) as { response: object };
  expect(
    await verifyPasskeyRegistration(
      { userId, area: 'portal', scope: 'here' },
      {
        ticket,
        answer: JSON.stringify({
          ...creation,
          response: { ...creation.response, attestationObject: 'AA' },
        }),
      },
    ),
  ).toBeNull();
});

test('a session that has ended adds and removes none', async () => {
  const { userId, options, ticket } = await buildRegistrationRequest();
  const session = { ...by(userId), sessionId: 'ended' };
  const answer = createSoftwarePasskey().create(options);
  const added = await addPasskey({ ...session, area: 'portal', scope: 'here', ticket, answer, name: 'x' });
  const { passkeyId: id } = await addSoftwarePasskey(userId);
  expect({ added, removed: await removePasskey({ ...session, id }) }).toEqual({
    added: 'session_over',
    removed: 'session_over',
  });
  expect((await listPasskeys(userId)).map((passkey) => passkey.id)).toEqual([id]);
});

test('an invalid answer, a duplicate, and an answer of another person or session are not added', async () => {
  for (const answer of [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"id":1}',
    `{"a":"${'x'.repeat(60_000)}"}`,
    JSON.stringify({
      id: 'a',
      rawId: 'a',
      type: 'public-key',
      response: { clientDataJSON: 'AA', attestationObject: 'AA' },
    }),
  ]) {
    const { userId, ticket } = await buildRegistrationRequest();
    expect(
      await addPasskey({ ...by(userId), area: 'portal', scope: 'here', ticket, answer, name: 'x' }),
    ).toBe('rejected');
  }
  const [ada, eve] = [await buildRegistrationRequest(), await buildRegistrationRequest()];
  const answer = createSoftwarePasskey().create(ada.options);
  expect(
    await addPasskey({
      ...by(eve.userId),
      area: 'portal',
      scope: 'here',
      ticket: ada.ticket,
      answer,
      name: 'x',
    }),
  ).toBe('rejected');
  expect(
    await addPasskey({
      ...by(ada.userId),
      area: 'portal',
      scope: 'elsewhere',
      ticket: ada.ticket,
      answer,
      name: 'x',
    }),
  ).toBe('rejected');
  expect(
    await addPasskey({
      ...by(ada.userId),
      area: 'portal',
      scope: 'here',
      ticket: `${ada.ticket}x`,
      answer,
      name: 'x',
    }),
  ).toBe('rejected');
  const many = await Promise.all(
    Array.from({ length: 5 }, () =>
      addPasskey({
        ...by(ada.userId),
        area: 'portal',
        scope: 'here',
        ticket: ada.ticket,
        answer,
        name: 'x',
      }),
    ),
  );
  expect(many.filter((one) => one !== 'rejected')).toHaveLength(1);
  // The same key again, under another account.
  const passkey = createSoftwarePasskey();
  await addSoftwarePasskey(ada.userId, { passkey });
  expect(
    await addPasskey({
      ...by(eve.userId),
      area: 'portal',
      scope: 'here',
      ticket: eve.ticket,
      answer: passkey.create(eve.options),
      name: 'x',
    }),
  ).toBe('rejected');
});

test('a person with only a password can only add the first one, and no app besides', async () => {
  const { userId } = await buildPerson();
  await addSoftwarePasskey(userId);
  const { options, ticket } = await requestPasskeyRegistration({
    userId,
    email: 'a@b.test',
    name: 'Ada',
    area: 'portal',
    scope: 'here',
  });
  expect(
    await addPasskey({
      ...by(userId),
      area: 'portal',
      scope: 'here',
      ticket,
      answer: createSoftwarePasskey().create(options),
      name: 'x',
      first: true,
    }),
  ).toBe('already_set_up');
  const secret = createAuthenticatorSecret();
  expect(
    await setUpSecondFactor({ ...by(userId), secret, code: generateCode(secret), replaces: false }),
  ).toBe('already_set_up');
});

test('their number is limited', async () => {
  const { userId } = await buildPerson();
  for (let i = 0; i < maximumPasskeys; i++) await addSoftwarePasskey(userId);
  await expect(addSoftwarePasskey(userId)).rejects.toThrow('too_many');
});

test('only its owner renames and removes it, and both are audited', async () => {
  const [ada, eve] = [await buildPerson(), await buildPerson()];
  const { passkeyId: id } = await addSoftwarePasskey(ada.userId);
  expect(await findPasskey({ userId: eve.userId, id })).toBeNull();
  expect(await renamePasskey({ ...by(eve.userId), id, name: 'Eve’s' })).toBe('not_found');
  expect(await removePasskey({ ...by(eve.userId), id })).toBe('not_found');
  for (let i = 0; i < 2; i++)
    expect(await renamePasskey({ ...by(ada.userId), id, name: 'Phone' })).toBe('renamed');
  expect(await findPasskey({ userId: ada.userId, id })).toMatchObject({ name: 'Phone' });
  expect(await removePasskey({ ...by(ada.userId), id })).toBe('removed');
  expect({
    secondFactor: await findSecondFactor(ada.userId),
    recoveryCodeCount: await countRecoveryCodes(ada.userId),
  }).toEqual({ secondFactor: null, recoveryCodeCount: 0 });
  expect(await actionsOf(ada.userId)).toEqual(['passkey_removed', 'passkey_renamed', 'passkey_added']);
  const { entries } = await listAudit({ subject: ada.userId, action: 'passkey_renamed' });
  expect(entries).toMatchObject([{ before: { name: 'Laptop' }, after: { name: 'Phone' } }]);
  expect((await listMailsTo(ada.email)).map(({ props }) => props.change)).toEqual([
    'passkey_added',
    'last_passkey_removed',
  ]);
});

test('recovery codes stay as long as there is an app or a passkey, and work without an app', async () => {
  const { userId } = await buildPerson();
  const { passkeyId: id, recoveryCodes } = await addSoftwarePasskey(userId);
  expect(await confirmSecondFactor(userId, '123456')).toBe('wrong_code');
  expect(await confirmSecondFactor(userId, recoveryCodes![0]!)).toBe('confirmed');
  const secret = createAuthenticatorSecret();
  expect(
    await setUpSecondFactor({ ...by(userId), secret, code: generateCode(secret, -1), replaces: true }),
  ).toEqual({ recoveryCodes: null });
  expect(await removePasskey({ ...by(userId), id })).toBe('removed');
  expect(await confirmSecondFactor(userId, recoveryCodes![1]!)).toBe('confirmed');
  const { passkeyId } = await addSoftwarePasskey(userId);
  expect(await turnOffSecondFactor(by(userId))).toBe('turned_off');
  expect({
    secondFactor: await findSecondFactor(userId),
    recoveryCodeCount: await countRecoveryCodes(userId),
  }).toEqual({ secondFactor: { appSince: null, passkeys: 1 }, recoveryCodeCount: 8 });
  await resetSecondFactor(by(userId));
  expect({
    passkey: await findPasskey({ userId, id: passkeyId }),
    recoveryCodeCount: await countRecoveryCodes(userId),
  }).toEqual({ passkey: null, recoveryCodeCount: 0 });
});

test("only a person's last passkey takes their recovery codes with it, and nobody else's", async () => {
  const [ada, eve] = [await buildPerson(), await buildPerson()];
  const { passkeyId: first } = await addSoftwarePasskey(ada.userId);
  const { passkeyId: last } = await addSoftwarePasskey(ada.userId);
  await addSoftwarePasskey(eve.userId);
  const countCodes = async () => ({
    ada: await countRecoveryCodes(ada.userId),
    eve: await countRecoveryCodes(eve.userId),
  });
  expect(await removePasskey({ ...by(ada.userId), id: first })).toBe('removed');
  expect(await countCodes()).toEqual({ ada: 10, eve: 10 });
  expect(await removePasskey({ ...by(ada.userId), id: last })).toBe('removed');
  expect(await countCodes()).toEqual({ ada: 0, eve: 10 });
  expect((await listMailsTo(ada.email)).slice(-2).map(({ props }) => props.change)).toEqual([
    'passkey_removed',
    'last_passkey_removed',
  ]);
});

test('nothing is required of a person who is no staff member and has no second factor', async () => {
  const { userId } = await buildPerson();
  expect(await isRequiredForStaff({ userId, id: 'pkey_unknown' })).toBe(false);
});

test('staff keep an app or a passkey, even if both are removed at once', async () => {
  const { userId } = await buildStaff('support');
  const [one, other] = [await addSoftwarePasskey(userId), await addSoftwarePasskey(userId)];
  expect(await turnOffSecondFactor(by(userId))).toBe('turned_off');
  const outcomes = await Promise.all(
    [one, other].map(({ passkeyId: id }) => removePasskey({ ...by(userId), id })),
  );
  expect(outcomes.sort()).toEqual(['needed_for_staff', 'removed']);
  expect(await findSecondFactor(userId)).toEqual({ appSince: null, passkeys: 1 });
});

test('passkeys are deleted with their person', async () => {
  const { userId } = await buildPerson();
  await addSoftwarePasskey(userId);
  await prisma.user.delete({ where: { id: userId } });
  expect(await prisma.passkey.count({ where: { userId } })).toBe(0);
});
