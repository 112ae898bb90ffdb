export default function Page() {
  return (
    <>
      <h1>Morning mug</h1>
      <form method="post" action="/orders">
        <button>Buy for 24.00 EUR</button>
      </form>
    </>
  );
}
