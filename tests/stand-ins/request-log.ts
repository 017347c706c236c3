export type LoggedRequest = {
  method: string;
  path: string;
  account: string | null;
  idempotencyKey: string | null;
  /** Null while it runs, and when the connection was cut. */
  status: number | null;
  isReplay: boolean;
};

/** Every request, without its parameters. */
export class RequestLog {
  readonly requests: LoggedRequest[] = [];

  add(request: Omit<LoggedRequest, 'status' | 'isReplay'>): LoggedRequest {
    const logged = { ...request, status: null, isReplay: false };
    this.requests.push(logged);
    return logged;
  }
}
