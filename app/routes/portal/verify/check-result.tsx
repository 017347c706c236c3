import { useEffect, useRef, type ReactNode } from 'react';
import type { Difference } from '~/webhooks/verification/webhook-diagnosis';
import { Banner } from '~/ui/layout/banner';
import { describeCharacter } from './webhook-messages';

type Finding = { title: string; text: string; difference?: Difference };

/** Whether it's genuine and, if not, what's wrong. A new `result` takes the focus, because it's above the form. */
export function CheckResult({
  result,
  genuine,
  title,
  findings,
  children,
}: {
  result: object;
  genuine: boolean;
  title: string;
  findings: readonly Finding[];
  children?: ReactNode;
}) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.focus(), [result]);
  return (
    <div ref={container} tabIndex={-1} className="mb-6 space-y-4 outline-none">
      <Banner tone={genuine ? 'positive' : 'negative'} title={title} announced>
        {children}
      </Banner>
      {findings.length > 0 && (
        <ul className="space-y-3">
          {findings.map(({ title, text, difference }) => (
            <li key={title} className="rounded-lg border border-line p-4">
              <h3 className="font-semibold break-words">{title}</h3>
              <p className="mt-1 break-words text-ink-soft">{text}</p>
              {difference && <Places difference={difference} />}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Both texts around the first difference. */
function Places({ difference: { sent, received, sentAround, receivedAround } }: { difference: Difference }) {
  return (
    <dl className="mt-3 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_auto_minmax(0,1fr)]">
      {[
        ['We sent', sent, sentAround],
        ['You received', received, receivedAround],
      ].map(([name, letter, around]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="font-semibold">{describeCharacter(letter!)}</dd>
          <dd className="min-w-0">
            <code className="rounded bg-sunken px-1 py-0.5 font-mono break-all whitespace-pre-wrap">
              {around}
            </code>
          </dd>
        </div>
      ))}
    </dl>
  );
}
