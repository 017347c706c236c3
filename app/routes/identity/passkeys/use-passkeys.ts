import { browserSupportsWebAuthn } from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';

/**
 * Whether this browser supports passkeys on this host: a name, with HTTPS or on this computer. False until
 * scripts run.
 */
export function usePasskeySupport(): boolean {
  const [known, setKnown] = useState(false);
  useEffect(
    () =>
      setKnown(window.isSecureContext && browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(location.hostname)),
    [],
  );
  return known;
}
