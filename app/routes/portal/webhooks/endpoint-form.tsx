import { Button } from '~/ui/forms/button';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { LostRequestBanner } from '~/ui/forms/lost-request-banner';
import { RadioField } from '~/ui/forms/radio-field';
import { useCheckedSubmit } from '~/ui/forms/use-checked-submit';
import { TextLink } from '~/ui/content/text-link';
import { eventTypes } from '~/webhooks/events/event-types';
import { useErrorSummary, type RejectedForm } from '../../forms/rejected-form';
import { SecondFactorNotice } from '../developers/second-factor-notice';

type Props = {
  /** For a new endpoint: its ID, so that submitting twice creates one, and its environment. */
  made?: { id: string; environment: string };
  endpoint?: { url: string; description: string; events: readonly string[] };
  /** The endpoint's values when the page was rendered, which are sent with the form. */
  seen?: Record<string, string>;
  privateAllowed: boolean;
  rejected: RejectedForm | undefined;
  submit: string;
  back: string;
};

const fields = ['url', 'description', 'listen'] as const;

/** The form, if the person may change endpoints: `mayConfirm` is according to the guard (requireConfirmedInLive). */
export function ConfirmedEndpointForm({ mayConfirm, ...form }: Props & { mayConfirm: boolean }) {
  if (mayConfirm) return <EndpointForm {...form} />;
  return (
    <SecondFactorNotice
      reason="Live webhooks contain your payers’ data."
      what={form.made ? 'add an endpoint' : 'edit this endpoint'}
    />
  );
}

/** An endpoint's URL, description, and events. The event list is hidden while all events are sent. */
function EndpointForm({ made, endpoint, seen, privateAllowed, rejected, submit, back }: Props) {
  const errors = useErrorSummary(rejected, fields);
  const { problem, onSubmit } = useCheckedSubmit(back);
  const listen = rejected?.input.listen ?? (endpoint?.events.length ? 'chosen' : 'all');
  const chosen = rejected ? (rejected.input.events ?? '').split(' ') : (endpoint?.events ?? []);
  return (
    <Form method="post" reloadDocument noValidate onSubmit={onSubmit} className="group space-y-6">
      <ErrorSummary errors={errors} />
      {Object.entries({ ...made, ...seen }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={rejected?.input[name] ?? value} />
      ))}
      <Field
        name="url"
        label="URL"
        hint={
          privateAllowed
            ? 'For example, https://shop.example/webhooks. In test, you can also use HTTP for a host on your own machine or in a private network, such as http://localhost:4242/webhooks.'
            : 'For example, https://shop.example/webhooks. It must use port 443 or 8443 and be reachable from the internet.'
        }
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        defaultValue={rejected?.input.url ?? endpoint?.url}
        error={rejected?.errors.url}
        required
      />
      <Field
        name="description"
        label="Description"
        optional
        hint="Only your team sees this."
        defaultValue={rejected?.input.description ?? endpoint?.description}
        error={rejected?.errors.description}
      />
      <RadioField
        name="listen"
        label="Events"
        defaultValue={listen}
        error={rejected?.errors.listen}
        options={[
          { value: 'all', text: 'All events, including ones we add later' },
          { value: 'chosen', text: 'Selected events' },
        ]}
      />
      <fieldset className="min-w-0 group-has-[#listen:checked]:hidden">
        <legend className="mb-1.5 font-medium">Events</legend>
        <div className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2">
          {Object.entries(eventTypes).map(([name, means]) => (
            <CheckboxField
              key={name}
              name="events"
              id={`event-${name}`}
              value={name}
              defaultChecked={chosen.includes(name)}
              label={
                <>
                  <code className="font-mono text-sm break-words">{name}</code>
                  <span className="block text-sm text-ink-soft">{means}</span>
                </>
              }
            />
          ))}
        </div>
      </fieldset>
      <LostRequestBanner problem={problem} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit">{submit}</Button>
        <TextLink to={back}>Cancel</TextLink>
      </div>
    </Form>
  );
}
