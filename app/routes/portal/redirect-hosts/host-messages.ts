import { maxRedirectHosts } from '~/merchants/redirect-hosts/redirect-hosts';

/** Why a host can't be added. */
export const redirectHostMessages = {
  missing: 'Enter a host, such as shop.example',
  not_https: 'Enter a host, or a URL that starts with https://. Live redirects require HTTPS',
  user_name: 'Remove the username. A host can’t contain @',
  wildcard: 'Wildcards aren’t supported. Add each host by name',
  ip_address: 'Enter a host name, such as shop.example. IP addresses aren’t supported',
  not_a_host: 'This isn’t a valid host. Enter a host such as shop.example or shop.example:8443',
  too_many_hosts: `You’ve reached the limit of ${maxRedirectHosts} hosts. Remove one you no longer need`,
};
