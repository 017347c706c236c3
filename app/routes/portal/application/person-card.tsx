import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';

type Props = {
  person: {
    id: string;
    name: string;
    displayValue: string;
    isOpen: boolean;
    faults: string[];
    requestedChange: string[];
  };
  mayRemove: boolean;
};

/** An owner or director in the list, with what is still missing. */
export function PersonCard({
  person: { id, name, displayValue, isOpen, faults, requestedChange },
  mayRemove,
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
        {faults.map((fault) => (
          <p key={fault} className="text-sm font-medium text-negative">
            {fault}
          </p>
        ))}
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={path} variant="secondary" size="small">
            {isOpen ? 'Edit' : 'View'} <span className="sr-only">{name}</span>
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
