import { createCipheriv, createHash } from 'node:crypto';

type PdfParts = {
  /** The drawing operators of each page. */
  pages: string[];
  /** Entries of every page, such as `/Rotate 90`, of the catalog, and of the trailer. */
  page?: string;
  catalog?: string;
  trailer?: string;
  /** By number, from 100. */
  objects?: Record<number, string>;
};

/** A PDF with pages of 600 by 800 points. It has no table of its objects, which every reader rebuilds. */
export function buildPdf({ pages, page = '', catalog = '', trailer = '', objects = {} }: PdfParts): Buffer {
  const numbered = {
    1: `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    2: `<</Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${3 + 2 * index} 0 R`).join(' ')}] /MediaBox [0 0 600 800]>>`,
    ...Object.fromEntries(
      pages.flatMap((content, index) => [
        [3 + 2 * index, `<</Type /Page /Parent 2 0 R /Contents ${4 + 2 * index} 0 R ${page}>>`],
        [4 + 2 * index, buildStream(content)],
      ]),
    ),
    ...objects,
  };
  const body = Object.entries(numbered).map(([number, object]) => `${number} 0 obj\n${object}\nendobj\n`);
  return Buffer.from(`%PDF-1.7\n${body.join('')}trailer <</Root 1 0 R ${trailer}>>\n%%EOF\n`, 'latin1');
}

export function buildStream(content: string | Buffer, entries = ''): string {
  const text = content.toString('latin1');
  return `<<${entries} /Length ${text.length}>>\nstream\n${text}\nendstream`;
}

/** Operators that fill a page with a color, such as `1 0 0`. */
export const fillPage = (rgb: string) => `${rgb} rg 0 0 9999 9999 re f`;

/** A PDF of one page, encrypted with AES-256. Most files without a user password only forbid printing. */
export function buildEncryptedPdf(content: string, { userPassword = '' } = {}): Buffer {
  const fileKey = sha256('the file');
  const user = protectKey(fileKey, userPassword);
  const owner = protectKey(fileKey, 'owner', user.verifier);
  const permissions = encrypt(
    'aes-256-ecb',
    fileKey,
    Buffer.from('\xfc\xff\xff\xff\xff\xff\xff\xffTadb0000', 'latin1'),
    null,
  );
  const entries = { U: user.verifier, UE: user.key, O: owner.verifier, OE: owner.key, Perms: permissions };
  const hexEntries = Object.entries(entries).map(([name, value]) => `/${name} <${value.toString('hex')}>`);
  const start = Buffer.alloc(16, 7);
  const cipher = createCipheriv('aes-256-cbc', fileKey, start);
  const sealed = Buffer.concat([start, cipher.update(content), cipher.final()]);
  return buildPdf({
    pages: [sealed.toString('latin1')],
    trailer: `/ID [<00> <00>] /Encrypt <</Filter /Standard /V 5 /R 5 /Length 256 /P -4 ${hexEntries.join(' ')} /CF <</StdCF <</CFM /AESV3 /AuthEvent /DocOpen /Length 32>>>> /StmF /StdCF /StrF /StdCF>>`,
  });
}

/** The file's key for a password, and how readers verify the password. */
function protectKey(fileKey: Buffer, password: string, userVerifier = Buffer.alloc(0)) {
  const hash = (salt: string) => sha256(password, salt, userVerifier);
  const [validation, encryption] = ['validate', 'encrypts'];
  return {
    verifier: Buffer.concat([hash(validation!), Buffer.from(validation! + encryption!)]),
    key: encrypt('aes-256-cbc', hash(encryption!), fileKey, Buffer.alloc(16)),
  };
}

function encrypt(algorithm: string, key: Buffer, content: Buffer, start: Buffer | null): Buffer {
  const cipher = createCipheriv(algorithm, key, start).setAutoPadding(false);
  return Buffer.concat([cipher.update(content), cipher.final()]);
}

function sha256(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
