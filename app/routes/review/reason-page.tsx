import { Form } from '@remix-run/react';
import { useMemo, type ReactNode } from 'react';
import type { Desk } from '~/merchants/applications/desk';
import { Button, ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { ErrorSummary } from '~/ui/error-summary';
import { summaryOf, type RefusedForm } from '../refused-form';
import { pathOf } from './paths';
import { SubHeader } from './sub-header';
import { WordsField } from './words-field';

type Props = {
  desk: Pick<Desk, 'id' | 'version' | 'name'>;
  /** Below the application's address. */
  below: string;
  title: string;
  lead: ReactNode;
  label: string;
  hint?: string;
  button: string;
  refused: RefusedForm | undefined;
  /** Fields before the words. */
  children?: ReactNode;
};

/** A step that wants words: one form on a page of its own, which keeps what was typed when it is refused. */
export function ReasonPage({ desk, below, title, lead, label, hint, button, refused, children }: Props) {
  const errors = useMemo(() => summaryOf(refused, ['until', 'words']), [refused]);
  return (
    <>
      <SubHeader name={desk.name} title={title} lead={lead} />
      <Card className="max-w-2xl">
        <ErrorSummary errors={errors} />
        <Form method="post" action={pathOf(desk.id, below)} reloadDocument noValidate className="space-y-5">
          <input type="hidden" name="version" value={desk.version} />
          {children}
          <WordsField
            label={label}
            hint={hint}
            defaultValue={refused?.typed.words}
            error={refused?.errors.words}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit">{button}</Button>
            <ButtonLink to={pathOf(desk.id)} variant="quiet">
              Back
            </ButtonLink>
          </div>
        </Form>
      </Card>
    </>
  );
}
