import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { Form } from '~/ui/forms/form';
import { SelectField } from '~/ui/forms/select-field';
import { resendRangeLabels, type ResendRange } from './resend-range';

type Props = {
  endpointId: string;
  undelivered: number;
  retries: number;
  /** A higher count is only known to be higher. */
  highestCount: number;
  wasDisabled: boolean;
};

/** For outages of the merchant's server: resends everything that failed or wasn't sent. */
export function ResendAll({ endpointId, undelivered, retries, highestCount, wasDisabled }: Props) {
  const choices = (Object.keys(resendRangeLabels) as ResendRange[]).filter(
    (since) => since !== 'disabled' || wasDisabled,
  );
  const format = (count: number) =>
    `${Math.min(count, highestCount).toLocaleString('en')}${count > highestCount ? '+' : ''}`;
  return (
    <Panel id="resend" title="Send again">
      {undelivered ? (
        <>
          <p className="mb-4 text-ink-soft">
            {undelivered === 1 ? 'One delivery' : `${format(undelivered)} deliveries`} failed or{' '}
            {undelivered === 1 ? 'wasn’t' : 'weren’t'} sent in the last 30 days. We resend them oldest first.
            Your server can recognize duplicates by their{' '}
            <code className="font-mono text-sm">webhook-id</code>.
          </p>
          <Form
            method="post"
            action={`/developers/webhooks/${endpointId}/resends`}
            reloadDocument
            className="flex flex-wrap items-end gap-3"
          >
            <SelectField
              name="since"
              label="Deliveries that failed or weren’t sent"
              options={choices.map((value) => ({ value, text: resendRangeLabels[value] }))}
              className="min-w-[min(12rem,100%)] flex-1"
            />
            <Button type="submit" variant="secondary">
              Send again
            </Button>
          </Form>
        </>
      ) : (
        <p className="text-ink-soft">
          No failed deliveries to send again.
          {retries > 0 &&
            ` ${format(retries)} ${retries === 1 ? 'delivery is' : 'deliveries are'} waiting for another attempt.`}
        </p>
      )}
    </Panel>
  );
}
