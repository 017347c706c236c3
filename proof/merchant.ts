import { setTimeout as sleep } from 'node:timers/promises';
import { callApi, type ApiReply } from '../tests/peers/merchant-client';
import type { Outages } from './outages';
import { pick } from './random-values';

export type JournalOutcome = 'approved' | 'declined' | 'rejected' | 'unanswered';

/** The final reply about an operation, for the comparison with the books. */
export type JournalEntry = {
  externalId: string;
  outcome: JournalOutcome;
  /** In minor units; undefined when the request named none. */
  amount?: number;
};

export type OperationBody = { external_id: string; amount?: number; [member: string]: unknown };
export type Page = { status: number; text: string; headers: Headers };

type Targets = { origins(): string[]; credentials: { client_id: string; client_secret: string } };

/** A request without a final reply after this long is lost. */
export const giveUpMs = 240_000;
const maximumPauseMs = 1_000;
const maximumSamples = 20;
/** One of this many completed requests is sent again, and must get the same reply. */
const replayShare = 5;
const loginMs = 1_800_000;

/**
 * A merchant's server that calls any of the running processes, repeats each request until it has a final reply,
 * and records the replies.
 */
export class ProofMerchant {
  readonly startedAt = new Date();
  journal: JournalEntry[] = [];
  requests = 0;
  /** Requests that an outage left without a reply, or with an error. */
  expectedLosses = 0;
  expectedErrors = 0;
  /** Server errors and missing replies that no outage explains, with examples. */
  unannouncedCount = 0;
  unannounced: string[] = [];
  /** How often each error code was received, and `no_reply`. */
  errorCodes = new Map<string, number>();
  /** Repeated requests that got another reply than before. */
  changedReplies: string[] = [];
  /** Replies that a request cannot have, whatever failed. */
  wrongReplies: string[] = [];
  token = '';
  #tokenAt = -Infinity;

  constructor(
    readonly targets: Targets,
    readonly outages: Outages,
  ) {}

  /** The time since the start, such as `at 12.3 s`, to match a report with what happened at that time. */
  describeTime(): string {
    return `at ${((Date.now() - this.startedAt.getTime()) / 1000).toFixed(1)} s`;
  }

  get clientId(): string {
    return this.targets.credentials.client_id;
  }

  /** One request to one of the processes. @returns null without a reply */
  async send(path: string, body?: object): Promise<ApiReply | null> {
    const origin = pick(this.targets.origins());
    if (!origin) return null;
    const sentAt = performance.now();
    this.requests++;
    try {
      const reply = await callApi({ origin }, path, body, this.token);
      // A 503 says when to try again.
      const isComplete = reply.status === 503 && reply.retryAfter !== null;
      if (reply.status >= 500)
        this.countError(
          isComplete ? String(reply.json.code) : 'incomplete',
          sentAt,
          `${path}: ${reply.status} ${reply.text.slice(0, 300)}`,
        );
      return reply;
    } catch (error) {
      this.#countLoss(origin, sentAt, path, error);
      return null;
    }
  }

  /** Counts an error of the product. `code`: of the API's reply, or `page_` and the status. */
  countError(code: string, sentAt: number, description: string): void {
    this.#tally(code);
    if (this.outages.explains({ code }, sentAt)) this.expectedErrors++;
    else this.#recordUnannounced(description);
  }

  /** Sends a money operation until it has a final reply, and records it. @returns null without one */
  async complete(
    path: string,
    body: OperationBody,
    expected: readonly JournalOutcome[] = ['approved'],
  ): Promise<ApiReply | null> {
    const reply = await this.retry(path, body);
    const outcome = readOutcome(reply);
    const amount = body.amount ?? (body as { order?: { order_amount: number } }).order?.order_amount;
    this.journal.push({ externalId: body.external_id, outcome, amount });
    if (reply && !expected.includes(outcome)) this.reportWrong(path, reply);
    if (reply && Math.random() * replayShare < 1) await this.#replay(path, body, reply);
    return reply;
  }

  /** Repeats a request until it has a final reply. @returns null without one */
  async retry(path: string, body?: object): Promise<ApiReply | null> {
    const start = performance.now();
    for (
      let pauseMs = 50;
      performance.now() - start < giveUpMs;
      pauseMs = Math.min(2 * pauseMs, maximumPauseMs)
    ) {
      const reply = await this.send(path, body);
      if (reply && reply.status < 500 && reply.status !== 429 && reply.json.code !== 'request_in_progress')
        return reply;
      await sleep(pauseMs * (0.5 + Math.random()));
    }
    return null;
  }

  /** Opens one of our pages as our own forms do, once. @returns null without a reply */
  async openPage(
    path: string,
    { headers, ...init }: RequestInit & { headers: Record<string, string> },
    origin = pick(this.targets.origins()),
  ): Promise<Page | null> {
    if (!origin) return null;
    const sentAt = performance.now();
    this.requests++;
    try {
      const response = await fetch(`${origin}${path}`, {
        redirect: 'manual',
        ...init,
        headers: { Origin: origin, 'Sec-Fetch-Site': 'same-origin', ...headers },
      });
      const text = await response.text();
      if (response.status >= 500)
        this.countError(
          `page_${response.status}`,
          sentAt,
          `${path}: ${response.status} ${text.slice(0, 300)}`,
        );
      return { status: response.status, text, headers: response.headers };
    } catch (error) {
      this.#countLoss(origin, sentAt, path, error);
      return null;
    }
  }

  /** Logs in again when the token is half an hour old. */
  async logIn(): Promise<void> {
    if (performance.now() - this.#tokenAt < loginMs) return;
    const reply = await this.retry('/auth/token', this.targets.credentials);
    if (reply?.status !== 200) throw new Error(`login failed: ${reply?.text}`);
    this.token = reply.json.access_token as string;
    this.#tokenAt = performance.now();
  }

  reportWrong(path: string, { status, text }: Pick<ApiReply, 'status' | 'text'>): void {
    this.wrongReplies.push(`${path}: ${status} ${text.slice(0, 300)}`);
  }

  async #replay(path: string, body: OperationBody, reply: ApiReply): Promise<void> {
    const again = await this.retry(path, body);
    const isSame =
      again?.status === 200
        ? again.text === reply.text
        : // What was rejected may be possible later.
          readOutcome(reply) === 'rejected' ||
          (again?.status === reply.status && again.json.code === reply.json.code);
    if (!isSame)
      this.changedReplies.push(`${path}: ${reply.text.slice(0, 200)} | ${again?.text.slice(0, 200)}`);
  }

  #tally(code: string): void {
    this.errorCodes.set(code, (this.errorCodes.get(code) ?? 0) + 1);
  }

  #countLoss(origin: string, sentAt: number, path: string, error: unknown): void {
    this.#tally('no_reply');
    if (this.outages.explains({ lostBy: origin }, sentAt)) this.expectedLosses++;
    else this.#recordUnannounced(`${path}: ${String((error as Error).cause ?? error)}`);
  }

  #recordUnannounced(description: string): void {
    this.unannouncedCount++;
    if (this.unannounced.length < maximumSamples)
      this.unannounced.push(`${this.describeTime()} ${description}`);
  }
}

/** What a reply says about the operation. */
export function readOutcome(reply: Pick<ApiReply, 'status' | 'json'> | null): JournalOutcome {
  if (!reply || reply.status >= 500) return 'unanswered';
  if (reply.status !== 200) return reply.json.code === 'operation_declined' ? 'declined' : 'rejected';
  return reply.json.status === 'DECLINED' ? 'declined' : 'approved';
}
