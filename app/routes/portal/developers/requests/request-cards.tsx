import type { ReactNode } from 'react';
import type { findApiRequest } from '~/merchants/api-requests/request-list';
import { Panel } from '~/ui/layout/panel';
import { CopyValue } from '~/ui/content/code-block';
import { DescriptionList } from '~/ui/content/description-list';
import { InlineCode } from '~/ui/content/inline-code';
import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { Body } from './body';
import { declinedLabel, outcomeLabels, getStatusLabel } from './request-labels';

type Found = NonNullable<Awaited<ReturnType<typeof findApiRequest>>>;

type Props = {
  found: Omit<Found, 'accountId' | 'createdAt'> & { createdAt: Date | string };
  /** The base URL of transactions for the reader. */
  transactions: '/transactions' | '/support/transactions';
  /** The base URL of payment intents, which only staff have. */
  intents?: '/support/intents';
  /** The link to other requests with its external_id. */
  showAll: (externalId: string) => ReactNode;
};

/** A request of a merchant's server with its response. */
export function RequestCards({ found, transactions, intents, showAll }: Props) {
  const {
    id,
    environment,
    method,
    path,
    operation,
    status,
    code,
    externalId,
    outcome,
    declineCode,
    transactionId,
    intentId,
    secretHint,
  } = found;
  return (
    <div className="space-y-6">
      <Panel>
        <DescriptionList
          items={[
            [
              'Request',
              <code key="request" className="font-mono text-sm break-all">
                {method} {path}
              </code>,
            ],
            [
              'Operation',
              operation && (
                <TextLink key="operation" to={`/docs/reference#${operation}`}>
                  {operation}
                </TextLink>
              ),
            ],
            [
              'Response',
              <span key="answer" className="inline-flex flex-wrap items-center gap-2">
                <Badge {...getStatusLabel(status)} />
                {declineCode && <Badge {...declinedLabel} />}
                {declineCode && (
                  <TextLink to="/docs/test-cards#decline-codes" className="font-mono text-sm">
                    {declineCode}
                  </TextLink>
                )}
                {code && (
                  <TextLink to={`/docs/errors#${code}`} className="font-mono text-sm">
                    {code}
                  </TextLink>
                )}
              </span>,
            ],
            ['When', <Time key="when" at={found.createdAt} />],
            ['Duration', `${found.durationMs} ms`],
            [
              'external_id',
              externalId === null ? null : (
                <div key="external">
                  <CopyValue value={externalId} label="external_id" />{' '}
                  <span className="mt-2 block">{showAll(externalId)}</span>
                </div>
              ),
            ],
            [
              'Outcome',
              outcome && (
                <span key="outcome">
                  <Badge {...outcomeLabels[outcome]} />{' '}
                  <span className="mt-1 block text-ink-soft">{outcomeLabels[outcome].meaning}</span>
                </span>
              ),
            ],
            [
              'Transaction',
              transactionId && (
                <TextLink
                  key="transaction"
                  to={`${transactions}/${transactionId}`}
                  className="font-mono text-sm break-all"
                >
                  {transactionId}
                </TextLink>
              ),
            ],
            [
              'Intent',
              intentId &&
                (intents && operation?.endsWith('PaymentIntent') ? (
                  <TextLink
                    key="intent"
                    to={`${intents}/${intentId}`}
                    className="font-mono text-sm break-all"
                  >
                    {intentId}
                  </TextLink>
                ) : (
                  <CopyValue key="intent" value={intentId} label="intent ID" />
                )),
            ],
            [
              'Secret',
              secretHint ? <InlineCode key="secret">{`sk_${environment}_…${secretHint}`}</InlineCode> : null,
            ],
            ['IP address', found.address || null],
            ['User agent', found.userAgent],
            ['Request ID', <CopyValue key="id" value={id} label="request ID" />],
          ]}
        />
      </Panel>
      <Body title="Request body" label="request body" text={found.requestBody} bytes={found.requestBytes} />
      <Body
        title="Response body"
        label="response body"
        text={found.responseBody}
        bytes={found.responseBytes}
      />
    </div>
  );
}
