package dev.stampede.server.matchmaking;

import dev.stampede.matchmaking.pool.DoubleRangeFilter;
import dev.stampede.matchmaking.pool.DoubleRangeFilter.Exclude;
import dev.stampede.matchmaking.pool.MatchProfile;
import dev.stampede.matchmaking.pool.Pool;
import dev.stampede.matchmaking.pool.StringEqualsFilter;
import dev.stampede.matchmaking.pool.TagPresentFilter;
import dev.stampede.server.http.Fields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads a profile's pools, named as Open Match names them in JSON. */
final class PoolFields {

  private static final int MAX_TEXT_CHARS = 512;
  private static final String RANGES = "doubleRangeFilters";
  private static final String EQUALS = "stringEqualsFilters";
  private static final String TAGS = "tagPresentFilters";

  private final Fields profile;
  private final Set<String> names = new HashSet<>();

  PoolFields(Fields profile) {
    this.profile = profile;
  }

  /** The pools that are good; what is wrong with the others is noted. */
  List<Pool> read() {
    List<Pool> pools = new ArrayList<>();
    profile
        .objects("pools", 1, MatchProfile.MAX_POOLS)
        .required()
        .ifPresent(all -> all.forEach(each -> pool(each).ifPresent(pools::add)));
    return pools;
  }

  private Optional<Pool> pool(Fields fields) {
    fields.knowing(Set.of("name", RANGES, EQUALS, TAGS, "createdBefore", "createdAfter"));
    Optional<String> name = fields.text("name", 1, MatchProfile.MAX_NAME_CHARS).required();
    if (name.isPresent() && !names.add(name.get())) {
      fields.refuse("name", "is \"" + name.get() + "\" for the second time; names are unique");
    }
    List<DoubleRangeFilter> ranges = filters(fields, RANGES, PoolFields::range);
    List<StringEqualsFilter> equals = filters(fields, EQUALS, PoolFields::equal);
    List<TagPresentFilter> tags = filters(fields, TAGS, PoolFields::tag);
    int all = ranges.size() + equals.size() + tags.size();
    if (all > Pool.MAX_FILTERS) {
      fields.refuse(
          "name", "has a pool of %d filters; give at most %d".formatted(all, Pool.MAX_FILTERS));
      return Optional.empty();
    }
    var before = fields.time("createdBefore").optional();
    var after = fields.time("createdAfter").optional();
    return name.map(given -> new Pool(given, ranges, equals, tags, before, after));
  }

  private static <T> List<T> filters(Fields pool, String name, Function<Fields, Optional<T>> one) {
    List<T> filters = new ArrayList<>();
    pool.objects(name, 0, Pool.MAX_FILTERS)
        .optional()
        .ifPresent(all -> all.forEach(each -> one.apply(each).ifPresent(filters::add)));
    return filters;
  }

  /** Both bounds must be there: Open Match takes one that is left out as 0, which nobody means. */
  private static Optional<DoubleRangeFilter> range(Fields fields) {
    fields.knowing(Set.of("doubleArg", "min", "max", "exclude"));
    Optional<String> arg = text(fields, "doubleArg");
    Optional<Double> min = bound(fields, "min");
    Optional<Double> max = bound(fields, "max");
    Optional<Exclude> exclude = exclude(fields);
    return arg.isPresent() && min.isPresent() && max.isPresent() && exclude.isPresent()
        ? Optional.of(new DoubleRangeFilter(arg.get(), min.get(), max.get(), exclude.get()))
        : Optional.empty();
  }

  private static Optional<Double> bound(Fields fields, String name) {
    return fields.number(name, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY).required();
  }

  private static Optional<Exclude> exclude(Fields fields) {
    String text = fields.text("exclude", 1, MAX_TEXT_CHARS).orElse("NONE");
    try {
      return Optional.of(Exclude.valueOf(text.toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException unknown) {
      fields.refuse("exclude", "is \"" + text + "\"; give NONE, MIN, MAX, BOTH");
      return Optional.empty();
    }
  }

  private static Optional<StringEqualsFilter> equal(Fields fields) {
    fields.knowing(Set.of("stringArg", "value"));
    Optional<String> arg = text(fields, "stringArg");
    Optional<String> value = text(fields, "value");
    return arg.flatMap(name -> value.map(wanted -> new StringEqualsFilter(name, wanted)));
  }

  private static Optional<TagPresentFilter> tag(Fields fields) {
    fields.knowing(Set.of("tag"));
    return text(fields, "tag").map(TagPresentFilter::new);
  }

  private static Optional<String> text(Fields fields, String name) {
    return fields.text(name, 1, MAX_TEXT_CHARS).required();
  }
}
