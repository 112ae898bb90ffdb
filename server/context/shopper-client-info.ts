/** Facts about the shopper's client from the HTTP request. Values that the browser sends for these are ignored. */
export interface ShopperClientInfo {
  shopper_ip: string;
  accept: string | undefined;
  user_agent: string | undefined;
  os: string | undefined;
  browser: string | undefined;
  device_type: string | undefined;
  /** Origin of the page that submits, if the browser sends it. */
  page_origin: string | null;
}
