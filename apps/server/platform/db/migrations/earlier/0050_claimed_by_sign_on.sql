-- A single sign-on claims the account, so what is read about accounts needs no identities.
update user_account u set is_unclaimed = false
  where u.is_unclaimed and exists (select 1 from saml_identity i where i.user_id = u.user_id);
