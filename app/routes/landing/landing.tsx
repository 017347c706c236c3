import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArrowRight, type LucideIcon } from 'lucide-react';
import { config } from '~/platform/config/config.server';
import { Brand } from '~/ui/layout/brand';
import { getRootData } from '~/ui/layout/page-title';
import { ButtonLink } from '~/ui/forms/button';
import { preloadFont } from '~/ui/layout/font-preload';
import { CodeBlock } from '~/ui/content/code-block';
import { TextLink } from '~/ui/content/text-link';
import { readExampleRequest } from './example-request.server';
import { productFeatures, startSteps } from './landing-texts';
import { ProductPicture } from './product-picture';

/** Without scripts, so that it's complete at once. */
export const handle = { script: false, indexed: true };

export const links = preloadFont;

export function loader({ context }: LoaderFunctionArgs) {
  const { landingPage, legalPages, supportEmail, demo } = config;
  if (!landingPage) throw new Response(null, { status: 404 });
  return {
    ...landingPage,
    legalPages,
    supportEmail,
    demo,
    example: readExampleRequest(context.describeApi()),
    language: 'en' as const,
  };
}

export const meta: MetaFunction<typeof loader> = (page) => {
  const root = getRootData(page);
  const { data } = page;
  if (!data || !root) return [];
  const title = `${root.brandName}: ${data.headline}`;
  return [
    { title },
    { name: 'description', content: data.lead },
    { tagName: 'link', rel: 'canonical', href: `${root.portalUrl}/` },
    { property: 'og:title', content: title },
    { property: 'og:description', content: data.lead },
    { property: 'og:type', content: 'website' },
    { property: 'og:url', content: `${root.portalUrl}/` },
  ];
};

/** What visitors see at the portal's root: what the product does, how it looks, and how to start. */
export default function Landing() {
  const { headline, lead, legalPages, supportEmail, demo, example } = useLoaderData<typeof loader>();
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 sm:px-8">
          <Brand />
          <nav aria-label="Main" className="ml-auto flex flex-wrap items-center gap-x-5 gap-y-1">
            <TextLink to="/docs">Docs</TextLink>
            <TextLink to="/login">Log in</TextLink>
          </nav>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="outline-none">
        <section className="mx-auto grid max-w-6xl grid-cols-1 items-center gap-x-12 gap-y-12 px-4 py-14 sm:px-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] lg:py-20">
          <div>
            <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">{headline}</h1>
            <p className="mt-5 max-w-xl text-lg text-ink-soft">{lead}</p>
            <div className="mt-8 flex flex-wrap gap-3">
              <ButtonLink to="/register">
                Create a test account
                <ArrowRight size={18} aria-hidden="true" />
              </ButtonLink>
              <ButtonLink to="/docs" variant="secondary">
                Read the docs
              </ButtonLink>
            </div>
            <p className="mt-4 text-sm text-ink-soft">
              {demo
                ? 'This is a demo. Use the demo login that the server printed, or create an account.'
                : 'Free to test: simulated cards, no real money.'}
            </p>
          </div>
          <ProductPicture />
        </section>

        <section aria-labelledby="features" className="border-y border-line bg-surface">
          <div className="mx-auto max-w-6xl px-4 py-14 sm:px-8 lg:py-16">
            <h2 id="features" className="text-2xl font-semibold tracking-tight">
              From checkout to payout
            </h2>
            <ul className="mt-8 grid gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
              {productFeatures.map((feature) => (
                <Feature key={feature.title} {...feature} />
              ))}
            </ul>
          </div>
        </section>

        <section
          aria-labelledby="developers"
          className="mx-auto grid max-w-6xl grid-cols-1 items-start gap-x-12 gap-y-8 px-4 py-14 sm:px-8 lg:grid-cols-2 lg:py-16"
        >
          <div className="min-w-0">
            <h2 id="developers" className="text-2xl font-semibold tracking-tight">
              Your first payment in five minutes
            </h2>
            <p className="mt-3 max-w-xl text-ink-soft">
              Create a payment intent, send the payer to the checkout, and get a signed webhook. Every request
              carries an ID that you choose, so retrying it never charges the payer twice.
            </p>
            <ul className="mt-5 flex flex-wrap gap-x-6 gap-y-2">
              <li>
                <TextLink to="/docs">Quickstart</TextLink>
              </li>
              <li>
                <TextLink to="/docs/reference">API reference</TextLink>
              </li>
              <li>
                <TextLink to="/docs/test-cards">Test cards</TextLink>
              </li>
            </ul>
          </div>
          <div className="min-w-0">
            <CodeBlock code={example} label="Create a payment intent" />
          </div>
        </section>

        <section aria-labelledby="start" className="border-t border-line bg-surface">
          <div className="mx-auto max-w-6xl px-4 py-14 sm:px-8 lg:py-16">
            <h2 id="start" className="text-2xl font-semibold tracking-tight">
              Test today, go live when you’re approved
            </h2>
            <ol className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-3">
              {startSteps.map(({ title, text }, index) => (
                <li key={title}>
                  <span
                    aria-hidden="true"
                    className="grid size-8 place-items-center rounded-full bg-accent-soft font-semibold text-accent tabular-nums"
                  >
                    {index + 1}
                  </span>
                  <h3 className="mt-3 font-semibold">{title}</h3>
                  <p className="mt-1 text-ink-soft">{text}</p>
                </li>
              ))}
            </ol>
            <div className="mt-10">
              <ButtonLink to="/register">
                Create a test account
                <ArrowRight size={18} aria-hidden="true" />
              </ButtonLink>
            </div>
          </div>
        </section>
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-6xl flex-wrap gap-x-6 gap-y-2 px-4 py-8 text-sm sm:px-8">
          <TextLink to="/docs">Docs</TextLink>
          <TextLink to="/docs/reference">API reference</TextLink>
          <TextLink to="/login">Log in</TextLink>
          {supportEmail && <TextLink to={`mailto:${supportEmail}`}>{supportEmail}</TextLink>}
          {legalPages.terms && <TextLink to={legalPages.terms}>Terms</TextLink>}
          {legalPages.privacy && <TextLink to={legalPages.privacy}>Privacy</TextLink>}
          {legalPages.legalNotice && <TextLink to={legalPages.legalNotice}>Legal notice</TextLink>}
        </div>
      </footer>
    </>
  );
}

function Feature({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <li>
      <Icon size={24} aria-hidden="true" className="text-accent" />
      <h3 className="mt-3 font-semibold">{title}</h3>
      <p className="mt-1 text-ink-soft">{text}</p>
    </li>
  );
}
