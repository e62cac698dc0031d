package javax.annotation;

/** What Java 8 had and generated code still names; Maven brings it in a library of its own. */
public @interface Generated {
  String value();

  String date() default "";

  String comments() default "";
}
