import { Badge } from '~/ui/content/status-badge';
import { Time } from '~/ui/content/time';
import { CodeBlock } from '~/ui/content/code-block';
import { describeAttempt } from '../webhook-labels';

type Headers = readonly (readonly string[])[];
type Props = {
  startedAt: Date | string;
  durationMs: number;
  status: number | null;
  fault: string | null;
  requestedBy: string | null;
  requestHeaders: Headers;
  responseHeaders: Headers;
  responseBody: string | null;
};

/** An attempt with its request and response. */
export function DeliveryAttemptDetails({
  startedAt,
  durationMs,
  status,
  fault,
  requestedBy,
  requestHeaders,
  responseHeaders,
  responseBody,
}: Props) {
  const arrived = status !== null && status >= 200 && status < 300;
  return (
    <li className="space-y-3 py-5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{describeAttempt({ status, fault })}</h3>
        <Badge
          {...(arrived ? { text: 'Delivered', tone: 'positive' } : { text: 'Failed', tone: 'negative' })}
        />
      </div>
      <p className="text-sm text-ink-soft">
        <Time at={startedAt} /> · took {durationMs.toLocaleString('en')} ms
        {requestedBy && ` · requested by ${requestedBy}`}
      </p>
      <details>
        <summary className="inline-flex min-h-11 items-center font-medium text-accent">
          Request and response
        </summary>
        <div className="grid gap-4 pt-2 lg:grid-cols-2">
          {requestHeaders.length > 0 ? (
            <div className="min-w-0">
              <CodeBlock label="Request headers" code={toLines(requestHeaders)} />
            </div>
          ) : (
            <p className="text-sm text-ink-soft">No request was sent.</p>
          )}
          {status !== null && (
            <div className="min-w-0 space-y-4">
              <CodeBlock label="Response headers" code={toLines(responseHeaders)} />
              {responseBody ? (
                <CodeBlock label="Response body (first 4 KiB)" code={responseBody} />
              ) : (
                <p className="text-sm text-ink-soft">
                  {responseBody === null
                    ? 'The response was compressed even though we asked for an uncompressed one, so its body isn’t stored.'
                    : 'The response had no body.'}
                </p>
              )}
            </div>
          )}
        </div>
      </details>
    </li>
  );
}

function toLines(headers: Headers): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n');
}
