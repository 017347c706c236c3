import clsx from 'clsx';
import { borderLook, describedBy, FieldFrame, firstMessage, inputLook, type FieldLabels } from '~/ui/field';

type Props = FieldLabels & { name?: string; id?: string; rows?: number; defaultValue?: string; readOnly?: boolean; required?: boolean };

/** Some sentences of a reviewer. */
export function WordsField({ label, hint, error, optional, name = 'words', id = name, rows = 4, ...area }: Props) {
  const message = firstMessage(error);
  return (
    <FieldFrame {...{ id, label, hint, error, optional }}>
      <textarea
        {...area}
        id={id}
        name={name}
        rows={rows}
        maxLength={2000}
        aria-invalid={message ? true : undefined}
        aria-describedby={describedBy(id, hint, message)}
        className={clsx(inputLook, borderLook(message))}
      />
    </FieldFrame>
  );
}
