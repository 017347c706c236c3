import { useSearchParams } from '@remix-run/react';
import type { Environment } from '~/platform/environment';
import { Banner } from '~/ui/layout/banner';

const parameter = 'switched';

/** The path of a page that says that it's in another environment than the page before. */
export function addEnvironmentNotice(path: string): string {
  const [, page = path, fragment = ''] = /^([^#]*)(#.*)?$/.exec(path) ?? [];
  return `${page}${page.includes('?') ? '&' : '?'}${parameter}${fragment}`;
}

export function EnvironmentNotice({ environment }: { environment: Environment }) {
  const [searchParams] = useSearchParams();
  if (!searchParams.has(parameter)) return null;
  return (
    <div className="mb-6">
      <Banner tone="info" title={`You’re now in the ${environment} environment`} announced>
        This notification is about a {environment} event. You can switch back in the menu.
      </Banner>
    </div>
  );
}
