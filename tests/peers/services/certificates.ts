import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type Certificate = {
  /** The file of the certificate authority. */ authority: string;
  key: string;
  certificate: string;
};

/** A certificate for a host name, from an authority that only this test trusts, as files in a new folder. */
export async function createCertificate(host: string): Promise<Certificate> {
  const folder = await mkdtemp('/tmp/tillway-certificate-');
  const [authorityKey, authority, key, certificate] = [
    'authority.key',
    'authority.pem',
    'server.key',
    'server.pem',
  ].map((name) => join(folder, name)) as [string, string, string, string];
  const requestCertificate = (keyFile: string, file: string, subject: string, ...rest: string[]) =>
    run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      keyFile,
      '-out',
      file,
      '-subj',
      `/CN=${subject}`,
      ...rest,
    ]);
  await requestCertificate(authorityKey, authority, 'An authority');
  await requestCertificate(
    key,
    certificate,
    host,
    '-CA',
    authority,
    '-CAkey',
    authorityKey,
    '-addext',
    `subjectAltName=DNS:${host}`,
    '-addext',
    'basicConstraints=critical,CA:FALSE',
  );
  return { authority, key, certificate };
}
