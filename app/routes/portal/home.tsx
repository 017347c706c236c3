import { pageTitle } from '~/ui/page-title';

export const meta = pageTitle('Home');

export default function Home() {
  return <main id="content">Home</main>;
}
