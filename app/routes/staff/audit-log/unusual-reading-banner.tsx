import { buildListUrl } from '~/platform/lists/list-url';
import { getDayInZone } from '~/platform/time/days';
import { pluralize } from '~/platform/text/pluralize';
import type { UnusualReading } from '~/support/staff-audit/unusual-reading';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { Banner } from '~/ui/layout/banner';

/** Who read much more than cases need, with a link to what they did that day. */
export function UnusualReadingBanner({
  unusualReading,
  path,
}: {
  unusualReading: readonly UnusualReading[];
  path: string;
}) {
  if (!unusualReading.length) return null;
  return (
    <div className="mb-6">
      <Banner tone="caution" title="Unusual reading in the last seven days">
        <p>Ask the person for the reason. If there is none, end their access under Staff.</p>
        <ul className="mt-2 list-disc space-y-1 pl-5">
          {unusualReading.map(({ id, userId, name, records, search, at }) => {
            const day = getDayInZone(at, 'UTC');
            return (
              <li key={id}>
                <TextLink to={buildListUrl(path, { who: userId, from: day, to: day })}>
                  {name ?? userId}
                </TextLink>{' '}
                {[
                  records !== null && `opened ${pluralize(records, 'record')} within an hour`,
                  search && `searched ${search.times} times for “${search.name}” within an hour`,
                ]
                  .filter(Boolean)
                  .join(' and ')}
                , until <Time at={at} />
              </li>
            );
          })}
        </ul>
      </Banner>
    </div>
  );
}
