import { useMemo } from 'react';
import { Button, ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { DescriptionList } from '~/ui/description-list';
import { ErrorSummary } from '~/ui/error-summary';
import { Form } from '~/ui/form';
import { Badge } from '~/ui/status-badge';
import { Time } from '~/ui/time';
import { summaryOf, type RefusedForm } from '../../refused-form';

type Props = { since: Date | string; codesLeft: number; /** Staff cannot be without it. */ needed: boolean; setUp: string; refused?: RefusedForm };

/** For somebody who logs in with a code: what there is, and each way to change it. */
export function PresentFactor({ since, codesLeft, needed, setUp, refused }: Props) {
  const errors = useMemo(() => summaryOf(refused, []), [refused]);
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
      <ChangeForm title="New recovery codes" name="newCodes" submit="Make new codes">
        For when you have used most of them, or somebody may have seen them. Those you have stop working.
      </ChangeForm>
      {!needed && (
        <ChangeForm title="Turn off" name="turnOff" submit="Turn off">
          Your password alone will open your account. All other devices are logged out.
        </ChangeForm>
      )}
    </>
  );
}

function ChangeForm({ title, name, submit, children }: { title: string; name: string; submit: string; children: string }) {
  return (
    <Card title={title}>
      <p className="mb-5 max-w-2xl text-ink-soft">{children}</p>
      <Form method="post" reloadDocument>
        <Button type="submit" variant="secondary" name={name} value="yes">
          {submit}
        </Button>
      </Form>
    </Card>
  );
}
