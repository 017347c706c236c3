import { pageTitle } from '~/ui/layout/page-title';

/** The title of a page with a form. Screen readers read "Error: " first if the form was rejected. */
export function formTitle(title: string | ((data: unknown) => string)) {
  return pageTitle((data) => {
    const text = typeof title === 'string' ? title : title(data);
    return (data as { rejected?: boolean } | undefined)?.rejected ? `Error: ${text}` : text;
  });
}
