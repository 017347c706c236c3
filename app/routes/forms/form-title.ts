import { pageTitle } from '~/ui/layout/page-title';

/** The title of a page with a form. "Error: " comes first when the form was refused, so that it is the first thing heard. */
export function formTitle(title: string | ((data: unknown) => string)) {
  return pageTitle((data) => {
    const text = typeof title === 'string' ? title : title(data);
    return (data as { refused?: boolean } | undefined)?.refused ? `Error: ${text}` : text;
  });
}
