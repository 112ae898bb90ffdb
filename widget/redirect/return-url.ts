/** Takes the companion's `session_id` out of the page's address once the shopper is back; true where it was ours. */
export function removeSessionIdFromUrl(sessionId: string): boolean {
  const url = new URL(location.href);
  if (url.searchParams.get('session_id') !== sessionId) return false;
  url.searchParams.delete('session_id');
  history.replaceState(history.state, '', url);
  return true;
}
