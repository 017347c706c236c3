import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { Attention } from './attention';

type Endpoint = {
  id: string;
  url: string;
  status: string;
  failingSince: Date | string | null;
  disabledAt: Date | string | null;
};

/** The merchant's failing endpoints. */
export function FailingWebhooks({ endpoints }: { endpoints: readonly Endpoint[] }) {
  return (
    <Attention
      tone="negative"
      title={
        endpoints.length === 1
          ? 'A webhook endpoint isn’t receiving events'
          : 'Webhook endpoints aren’t receiving events'
      }
    >
      <ul className="space-y-1">
        {endpoints.map(({ id, url, status, failingSince, disabledAt }) => (
          <li key={id}>
            <TextLink to={`/developers/webhooks/${id}`} className="break-all">
              {url}
            </TextLink>{' '}
            {status === 'disabled' ? (
              <>
                {disabledAt ? (
                  <>
                    has been disabled since <Time at={disabledAt} />
                  </>
                ) : (
                  'is disabled'
                )}
              </>
            ) : (
              <>
                has been failing since <Time at={failingSince!} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Attention>
  );
}
