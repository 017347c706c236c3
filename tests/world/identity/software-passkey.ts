// A software authenticator whose signatures are real, and each part of which can be forged.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyLike } from 'node:crypto';
import { resolveRelyingParty } from '~/identity/passkeys/webauthn';
import { requestPasskeyRegistration } from '~/identity/passkeys/passkey-registration';
import { addPasskey } from '~/identity/passkeys/passkeys';
import type { Area } from '~/identity/sessions/session-store';
import { prisma } from '~/platform/database/db.server';

type PasskeyChanges = {
  origin?: string;
  relyingParty?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  /** Whether its owner was present and verified. */
  present?: boolean;
  verified?: boolean;
  counter?: number;
  /** '' for none. */
  userHandle?: string;
  id?: string;
  /** With another key. */
  signature?: Buffer;
  /** An attestation with certificates. */
  certificates?: Buffer[];
  /** The key that signs the attestation. `own`: the passkey's, as an authenticator without certificates does. */
  attestationKey?: KeyLike | 'own';
};

type Creation = { challenge: string; user: { id: string } };

/**
 * A passkey without an owner: `create` answers an offer, `sign` a request. Its signature counter starts at
 * `counter`, or is absent.
 */
export function createSoftwarePasskey({ counter = 0, backedUp = false } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const id = randomBytes(32);
  let userHandle = '';
  let used = counter;

  const clientData = (type: string, challenge: string, changes: PasskeyChanges) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? 'http://localhost:3000',
        crossOrigin: changes.crossOrigin ?? false,
      }),
    );

  function authenticatorData(changes: PasskeyChanges, more = Buffer.alloc(0)): Buffer {
    const flags =
      (changes.present === false ? 0 : 1) +
      (changes.verified === false ? 0 : 4) +
      (backedUp ? 24 : 0) +
      (more.length ? 64 : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(changes.counter ?? used, 1);
    return Buffer.concat([sha256(changes.relyingParty ?? 'localhost'), head, more]);
  }

  return {
    id: id.toString('base64url'),
    create({ challenge, user }: Creation, changes: PasskeyChanges = {}): string {
      userHandle = user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = authenticatorData(changes, Buffer.concat([Buffer.alloc(16), length, id, cose]));
      const { certificates, attestationKey } = changes;
      const isPacked = certificates !== undefined || attestationKey !== undefined;
      const client = clientData('webauthn.create', challenge, changes);
      const attestationSignature = attestationKey
        ? sign(
            'sha256',
            Buffer.concat([authData, sha256(client)]),
            attestationKey === 'own' ? privateKey : attestationKey,
          )
        : randomBytes(70);
      const statement = isPacked
        ? map(
            text('alg'),
            Buffer.from([0x26]),
            text('sig'),
            bytes(attestationSignature),
            ...(certificates
              ? [
                  text('x5c'),
                  Buffer.concat([Buffer.from([0x80 + certificates.length]), ...certificates.map(bytes)]),
                ]
              : []),
          )
        : map();
      const attestationObject = map(
        text('fmt'),
        text(isPacked ? 'packed' : 'none'),
        text('attStmt'),
        statement,
        text('authData'),
        bytes(authData),
      );
      const name = changes.id ?? id.toString('base64url');
      const response = {
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      };
      return JSON.stringify({
        id: name,
        rawId: name,
        type: 'public-key',
        clientExtensionResults: {},
        response,
      });
    },
    sign({ challenge }: { challenge: string }, changes: PasskeyChanges = {}): string {
      if (counter) used += 1;
      const [data, client] = [authenticatorData(changes), clientData('webauthn.get', challenge, changes)];
      const signature =
        changes.signature ?? sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const name = changes.id ?? id.toString('base64url');
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: (changes.userHandle ?? userHandle) || undefined,
      };
      return JSON.stringify({
        id: name,
        rawId: name,
        type: 'public-key',
        clientExtensionResults: {},
        response,
      });
    },
  };
}

export type SoftwarePasskey = ReturnType<typeof createSoftwarePasskey>;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

// As much CBOR (RFC 8949) as an attestation needs.
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function bytes(value: Buffer): Buffer {
  const head = Buffer.from([0x59, 0, 0]);
  head.writeUInt16BE(value.length, 1);
  return Buffer.concat([head, value]);
}

function map(...pairs: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([0xa0 + pairs.length / 2]), ...pairs]);
}

/** The client data of a browser on the area's host. */
export function getRelyingParty(area: Area): Pick<PasskeyChanges, 'origin' | 'relyingParty'> {
  const { id, origin } = resolveRelyingParty(area);
  return { origin, relyingParty: id };
}

/**
 * Adds a passkey to a person, as if created on a page.
 * @returns it, its ID, and the recovery codes created with it
 */
export async function addSoftwarePasskey(
  userId: string,
  { passkey = createSoftwarePasskey(), name = 'Laptop', area = 'portal' as Area } = {},
) {
  const user = await prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true },
  });
  const { options, ticket } = await requestPasskeyRegistration({ userId, area, scope: 'test', ...user });
  const added = await addPasskey({
    userId,
    area,
    actor: `portal:${userId}`,
    scope: 'test',
    ticket,
    answer: passkey.create(options, getRelyingParty(area)),
    name,
  });
  if (typeof added === 'string') throw new Error(added);
  const { id: passkeyId } = await prisma.passkey.findUniqueOrThrow({ where: { credentialId: passkey.id } });
  return { passkey, passkeyId, recoveryCodes: added.recoveryCodes };
}
