import type { EndpointErrors, EndpointInput } from '~/webhooks/endpoints/endpoints';
import { textOf } from '../../forms/form-body';
import { urlMessages } from './webhook-labels';

type EndpointFormInput = EndpointInput & { listen: string };

/** The submitted endpoint form. */
export function readEndpointForm(form: FormData): EndpointFormInput {
  const listen = textOf(form, 'listen');
  const events = form.getAll('events').filter((value) => typeof value === 'string');
  return {
    url: textOf(form, 'url'),
    description: textOf(form, 'description'),
    listen,
    events: listen === 'chosen' ? events : [],
  };
}

type SeenFields = Record<'seen_url' | 'seen_description' | 'seen_events', string>;

/** The values when the page was rendered, which are sent with the form. */
export const toSeenFields = ({ url, description, events }: EndpointInput): SeenFields => ({
  seen_url: url,
  seen_description: description,
  seen_events: events.join(' '),
});

export function readSeenFields(form: FormData): SeenFields | undefined {
  const [url, description, events] = ['seen_url', 'seen_description', 'seen_events'].map((name) =>
    form.has(name) ? textOf(form, name) : undefined,
  );
  if (url === undefined || description === undefined || events === undefined) return undefined;
  return toSeenFields({ url, description, events: events.split(' ').filter(Boolean) });
}

/** The form with errors by field. */
export function toReply(
  { url, description, listen, events }: EndpointFormInput,
  faults: EndpointErrors & { listen?: string },
) {
  const error = {
    ...(faults.url && { url: [urlMessages[faults.url]] }),
    ...(faults.description && {
      description: [
        faults.description === 'too_long'
          ? 'Shorten the description to 200 characters'
          : 'The description seems to contain a card number. Remove it',
      ],
    }),
    ...(faults.events && { listen: ['Choose events from the list'] }),
    ...(faults.listen && { listen: [faults.listen] }),
  };
  return {
    initialValue: {
      url: url.slice(0, 4_096),
      description: description.slice(0, 4_096),
      listen,
      events: events.join(' ').slice(0, 4_096),
    },
    error,
  };
}

/** An error that only the form can have: selected events, but none selected. */
export function getEventsProblem({ listen, events }: EndpointFormInput): { listen?: string } {
  if (listen !== 'all' && listen !== 'chosen') return { listen: 'Choose which events are sent' };
  return listen === 'chosen' && !events.length ? { listen: 'Choose at least one event, or all events' } : {};
}
