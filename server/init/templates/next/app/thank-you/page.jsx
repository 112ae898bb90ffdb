import { messageFor } from '../../shop.mjs';

export default async function Page({ searchParams }) {
  const { order } = await searchParams;
  return (
    <>
      <h1>Your order</h1>
      <p>{await messageFor(order)}</p>
      <a href="/">Back to the shop</a>
    </>
  );
}
