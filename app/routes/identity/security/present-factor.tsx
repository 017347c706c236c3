import { Form } from '@remix-run/react';
import { useMemo } from 'react';
import { Button, ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { DescriptionList } from '~/ui/description-list';
import { ErrorSummary } from '~/ui/error-summary';
import { Badge } from '~/ui/status-badge';
import { Time } from '~/ui/time';
import { summaryOf, type RefusedForm } from '../../refused-form';
import { CodeField } from '../code-field';

const fields = ['newCodes', 'turnOff'];

type Props = { since: Date | string; codesLeft: number; /** Staff cannot be without it. */ needed: boolean; setUp: string; refused?: RefusedForm };

/** For somebody who logs in with a code: what there is, and each way to change it. */
export function PresentFactor({ since, codesLeft, needed, setUp, refused }: Props) {
  const errors = useMemo(() => summaryOf(refused, fields), [refused]);
  return (
    <>
      <ErrorSummary errors={errors} />
      <Card
        title="Authenticator app"
        action={
          <ButtonLink to={setUp} variant="secondary" size="small">
            Set up another app
          </ButtonLink>
        }
      >
        <DescriptionList
          facts={[
            ['State', <Badge key="state" tone="positive" text="A login needs a code" />],
            ['Since', <Time key="since" at={since} />],
            ['Recovery codes left', String(codesLeft)],
          ]}
        />
      </Card>
      <CodeForm title="New recovery codes" field="newCodes" label="Code, to make new ones" submit="Make new codes" refused={refused}>
        For when you have used most of them, or somebody may have seen them. Those you have stop working.
      </CodeForm>
      {!needed && (
        <CodeForm title="Turn off" field="turnOff" label="Code, to turn it off" submit="Turn off" refused={refused}>
          Your password alone will open your account. All other devices are logged out.
        </CodeForm>
      )}
    </>
  );
}

type CodeFormProps = { title: string; field: string; label: string; submit: string; refused?: RefusedForm; children: string };

function CodeForm({ title, field, label, submit, refused, children }: CodeFormProps) {
  return (
    <Card title={title}>
      <p className="mb-5 max-w-2xl text-ink-soft">{children}</p>
      <Form method="post" reloadDocument noValidate className="max-w-md space-y-5">
        <CodeField name={field} kind="either" label={label} error={refused?.errors[field]} />
        <Button type="submit" variant="secondary">
          {submit}
        </Button>
      </Form>
    </Card>
  );
}
