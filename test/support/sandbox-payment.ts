/** What a direct payment to the sandbox has beside merchant, method and digest (interface 4.2). */
export const SANDBOX_PAYMENT = {
  order_no: 'S-1',
  currency: 'EUR',
  amount: '24.00',
  website: 'https://shop.example',
  items: 'Mug#,#M#,#24.00#,#1',
  shopper_id: 'c',
  shopper_email: 'ana@example.com',
  shopper_ip: '203.0.113.7',
  first_name: 'José',
  last_name: 'da Silva',
} as const;
