import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { MissingList, type Missing } from './missing-list';

type Props = {
  person: {
    id: string;
    name: string;
    displayValue: string;
    isOpen: boolean;
    missing: Missing[];
    requestedChange: string[];
  };
  mayRemove: boolean;
  reviewQuery: string;
};

/** An owner or director in the list, with what is still missing. */
export function PersonCard({
  person: { id, name, displayValue, isOpen, missing, requestedChange },
  mayRemove,
  reviewQuery,
}: Props) {
  const path = `/application/people/${id}`;
  return (
    <Panel title={name}>
      <div className="space-y-3">
        {displayValue && <p>{displayValue}</p>}
        {requestedChange.map((texts) => (
          <p key={texts} className="rounded-md bg-caution-soft px-3 py-2">
            <span className="font-medium">Message from the reviewer: </span>
            {texts}
          </p>
        ))}
        {missing.length > 0 && (
          <div className="text-sm">
            <MissingList missing={missing} />
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={path + reviewQuery} variant="secondary" size="small">
            {requestedChange.length ? 'Change' : isOpen ? 'Edit' : 'View'}{' '}
            <span className="sr-only">{name}</span>
          </ButtonLink>
          {mayRemove && (
            <ButtonLink to={`${path}/remove`} variant="quiet" size="small">
              Remove <span className="sr-only">{name}</span>
            </ButtonLink>
          )}
        </div>
      </div>
    </Panel>
  );
}
