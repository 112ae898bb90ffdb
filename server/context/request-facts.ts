/** What the request itself tells about the shopper's side; the browser's own word for these is not taken. */
export interface RequestFacts {
  shopper_ip: string;
  accept: string | undefined;
  user_agent: string | undefined;
  os: string | undefined;
  browser: string | undefined;
  device_type: string | undefined;
  /** Origin of the page that submits, if the browser names it. */
  page_origin: string | null;
}
