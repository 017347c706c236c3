import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { Form } from '~/ui/forms/form';
import { InlineCode } from '~/ui/content/inline-code';
import { SelectField } from '~/ui/forms/select-field';
import { sampleOptions } from './webhook-labels';

/** `eventId`: the event's ID, so that submitting twice sends one. */
export function SendTest({ endpointId, eventId }: { endpointId: string; eventId: string }) {
  return (
    <Panel title="Send a test event">
      <p className="mb-4 text-ink-soft">
        We send it only to this endpoint, signed like any other event. Its body contains{' '}
        <InlineCode>{'"sample": true'}</InlineCode>, and the objects in it don’t exist.
      </p>
      <Form
        method="post"
        action={`/developers/webhooks/${endpointId}/tests`}
        reloadDocument
        className="flex flex-wrap items-end gap-3"
      >
        <input type="hidden" name="event" value={eventId} />
        <SelectField
          id="test-type"
          name="type"
          label="Event"
          options={sampleOptions}
          className="min-w-[min(12rem,100%)] flex-1"
        />
        <Button type="submit" variant="secondary">
          Send
        </Button>
      </Form>
    </Panel>
  );
}
