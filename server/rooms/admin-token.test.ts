import { expect, test } from "vitest";
import { whyNotAdmin } from "./admin-token.ts";

const TOKEN = "correct horse battery";

test("only the token opens", () => {
  expect(whyNotAdmin(TOKEN, TOKEN)).toBeUndefined();
  for (const given of ["", "correct", `${TOKEN} `, TOKEN.toUpperCase()]) {
    expect(whyNotAdmin(TOKEN, given)).toMatch(/not the admin token/);
  }
  expect(whyNotAdmin(TOKEN, undefined)).toMatch(/give the admin token/);
});

test("without a token in the configuration nobody is an admin", () => {
  for (const given of [undefined, "", "undefined"]) expect(whyNotAdmin(undefined, given)).toMatch(/KRILL_ADMIN_TOKEN/);
});
