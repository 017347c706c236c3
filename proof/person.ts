import type { Email } from 'postal-mime';
import type { ProofMerchant } from './merchant';
import { poll } from './polling';
import { buildAddress } from './random-values';

const password = 'three green teapots';
const waiting = { timeoutMs: 120_000 };

/** A person's browser: cookies, and a separate IP address. */
export class Person {
  #cookies = new Map<string, string>();
  #address = buildAddress();

  constructor(readonly merchant: ProofMerchant) {}

  /** Opens a page, or submits its form. @returns null without a reply */
  async open(
    path: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
    origin?: string,
  ): Promise<{ status: number; text: string } | null> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const response = await this.merchant.openPage(
      path,
      {
        headers: { 'X-Forwarded-For': this.#address, ...(cookie && { Cookie: cookie }), ...headers },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      },
      origin,
    );
    for (const header of response?.headers.getSetCookie() ?? []) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
      this.#cookies.set(name!, value!);
    }
    return response && { status: response.status, text: response.text };
  }

  /** @returns whether the page promises an email */
  async register(email: string): Promise<boolean> {
    return (await this.open('/register', { name: 'Ada Example', email }))?.status === 302;
  }

  /** Follows the link in the email, which logs the person in. */
  async completeRegistration(email: string, mails: readonly Email[]): Promise<void> {
    const path = await poll(() => {
      const mail = mails.find(({ to }) => to?.some(({ address }) => address === email));
      return /\/confirm\/[\w-]+/.exec(mail?.text ?? '')?.[0];
    }, waiting);
    if (!path) throw new Error(`no email to ${email}`);
    const reply = await this.open(path, { password });
    if (reply?.status !== 302) throw new Error(`${path}: ${reply?.status} ${reply?.text.slice(0, 300)}`);
  }

  async logIn(email: string, ownPassword: string): Promise<void> {
    const reply = await this.open('/login', { email, password: ownPassword });
    if (reply?.status !== 302) throw new Error(`login failed: ${reply?.status}`);
  }

  /** Uploads a document to the storage. @returns its ID, or null when the storage doesn't accept it */
  async upload(file: Buffer): Promise<string | null> {
    const begun = await this.open('/documents', {
      kind: 'bank_statement',
      subject: '',
      fileName: 'statement.pdf',
      contentType: 'application/pdf',
      sizeBytes: String(file.length),
    });
    if (begun?.status !== 200) return null;
    const { documentId, upload } = JSON.parse(begun.text) as {
      documentId: string;
      upload: { url: string; fields: Record<string, string> };
    };
    const form = new FormData();
    for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), 'statement.pdf');
    const stored = await fetch(upload.url, { method: 'POST', body: form }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!stored) return null;
    const finished = await this.open(`/documents/${documentId}/finish`, {});
    return finished?.status === 200 ? documentId : null;
  }

  /** Waits for the check of a document. @returns whether it was accepted in time */
  async waitForDocument(id: string): Promise<boolean> {
    const isReady = await poll(async () => {
      const reply = await this.open(`/documents/${id}`);
      return reply?.status === 200 && (JSON.parse(reply.text) as { status: string }).status === 'ready';
    }, waiting);
    return isReady === true;
  }
}
