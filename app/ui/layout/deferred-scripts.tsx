import { Scripts } from '@remix-run/react';
import { Children, Fragment, isValidElement, type ReactNode } from 'react';

type Props = { nonce: string | undefined };
type ScriptProps = { href?: string; type?: string; dangerouslySetInnerHTML?: { __html: string } };

/**
 * The scripts of {@link Scripts}, requested after the first frame (docs/decisions/0053). Links and forms work
 * without them.
 */
export function DeferredScripts({ nonce }: Props) {
  // Remix has no option for this, so its elements are changed.
  const elements = listProps(Scripts({ nonce }));
  const preloads = elements.flatMap(({ href }) => href ?? []);
  return elements
    .filter(({ href }) => !href)
    .map(({ type, dangerouslySetInnerHTML }, index) => (
      <script
        key={index}
        nonce={nonce}
        type={type}
        suppressHydrationWarning
        dangerouslySetInnerHTML={
          type === 'module'
            ? { __html: defer(dangerouslySetInnerHTML!.__html, preloads) }
            : dangerouslySetInnerHTML
        }
      />
    ));
}

/** @param script imports the page's routes, and starts React when it has run. Empty in the browser. */
function defer(script: string, preloads: string[]): string {
  if (!script.trim()) return script;
  const routes: string[] = [];
  const start = script.replace(/^import \* as route\d+ from ("[^"]+");/gm, (_, url: string) => {
    routes.push(`import(${url})`);
    return '';
  });
  // A page in the background has no frames.
  return `await new Promise((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, 1000);
});
for (const href of ${JSON.stringify(preloads)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
const [${routes.map((_, index) => `route${index}`).join(', ')}] = await Promise.all([${routes.join(', ')}]);
${start}`;
}

function listProps(node: ReactNode): ScriptProps[] {
  return Children.toArray(node).flatMap((child) => {
    if (!isValidElement<ScriptProps & { children?: ReactNode }>(child)) return [];
    return child.type === Fragment ? listProps(child.props.children) : child.props;
  });
}
