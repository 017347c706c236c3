import type { EndpointErrors, EndpointInput } from '~/webhooks/endpoints/endpoints';
import { textOf } from '../../forms/form-body';
import { urlMessages } from './webhook-labels';

type EndpointFormInput = EndpointInput & { subscribed: string };

/** The form of an endpoint as it was sent. */
export function readEndpointForm(form: FormData): EndpointFormInput {
  const subscribed = textOf(form, 'listen');
  const events = form.getAll('events').filter((value) => typeof value === 'string');
  return {
    url: textOf(form, 'url'),
    description: textOf(form, 'description'),
    subscribed,
    events: subscribed === 'chosen' ? events : [],
  };
}

/** The form again, with what is wrong by field. */
export function toReply(
  { url, description, subscribed, events }: EndpointFormInput,
  faults: EndpointErrors & { subscribed?: string },
) {
  const error = {
    ...(faults.url && { url: [urlMessages[faults.url]] }),
    ...(faults.description && {
      description: [
        faults.description === 'too_long'
          ? 'The description may have 200 characters at most'
          : 'The description holds what looks like a card number. Leave it out',
      ],
    }),
    ...(faults.events && { subscribed: ['Choose from the events of this page'] }),
    ...(faults.subscribed && { subscribed: [faults.subscribed] }),
  };
  return {
    initialValue: {
      url: url.slice(0, 4_096),
      description: description.slice(0, 4_096),
      listen: subscribed,
      events: events.join(' ').slice(0, 4_096),
    },
    error,
  };
}

/** What only the form can get wrong: chosen, and nothing chosen. */
export function getEventsProblem({ subscribed, events }: EndpointFormInput): { subscribed?: string } {
  if (subscribed !== 'all' && subscribed !== 'chosen') return { subscribed: 'Choose which events are sent' };
  return subscribed === 'chosen' && !events.length
    ? { subscribed: 'Choose one event at least, or all of them' }
    : {};
}
