import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { MissingList, type Missing } from './missing-list';

type Props = { steps: readonly { id: string; title: string; missing: Missing[] }[]; isOpen: boolean };

/** The five steps, each with what is missing. */
export function StepList({ steps, isOpen }: Props) {
  return (
    <ol className="divide-y divide-line">
      {steps.map(({ id, title, missing }, i) => (
        <li key={id} className="py-4 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h3>
              <TextLink to={`/application/${id}`}>
                {i + 1}. {title}
              </TextLink>
            </h3>
            {isOpen && (
              <Badge
                {...(missing.length
                  ? { text: `${missing.length} left`, tone: 'neutral' }
                  : { text: 'Done', tone: 'positive' })}
              />
            )}
          </div>
          {isOpen && missing.length > 0 && (
            <details className="mt-2">
              <summary className="inline-block min-h-6 text-sm text-ink-soft underline underline-offset-4">
                What’s left<span className="sr-only"> in {title}</span>
              </summary>
              <div className="mt-2 text-sm">
                <MissingList missing={missing} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}
