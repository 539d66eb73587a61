package ruby

// runner runs files of tests and writes a list of what became of each.
const runner = `
# Runs files of tests, minitest's and test-unit's here and rspec's by rspec, and writes
# what became of each: rows of a class, a name, an outcome and what it has to say.
require "json"
report, helpers, *files = ARGV
ARGV.clear
rows = []
well = true
files = Dir.glob("{test,tests,spec}/**/{*_test,test_*,*_spec}.rb").reject { |f| File.basename(f) == "test_helper.rb" }.sort if files.empty?
specs, tests = files.partition { |f| helpers != "-" && f.end_with?("_spec.rb") }

unless tests.empty?
  begin
    require "minitest"
    Minitest.class_variable_set(:@@installed_at_exit, true)
  rescue LoadError
    nil # the tests are for another harness
  end
  tests.each { |f| require File.expand_path(f) }
  if defined?(Minitest)
    reporter = Class.new(Minitest::AbstractReporter) do
      define_method(:record) do |r|
        how = r.skipped? ? "skip" : r.passed? ? "pass" : "fail"
        rows << [r.respond_to?(:klass) ? r.klass : r.class.name, r.name.sub(/\Atest_\d{4}_/, ""), how, r.failures.map(&:message).join("\n")[-4000..] || r.failures.map(&:message).join("\n")]
      end
    end.new
    Minitest.extensions << "kei" unless Minitest.extensions.include?("kei")
    Minitest.define_singleton_method(:plugin_kei_init) { |_| Minitest.reporter.reporters.replace([reporter]) }
    Minitest.define_singleton_method(:plugin_kei_options) { |_, _| nil }
    Minitest.run(["--seed", "1"])
  end
  if defined?(Test::Unit::TestCase) && defined?(Test::Unit::AutoRunner)
    Test::Unit::AutoRunner.need_auto_run = false
    require "test/unit/collector/descendant"
    result = Test::Unit::TestResult.new
    done = []
    Test::Unit::Collector::Descendant.new.collect("kei").run(result) do |event, it|
      done << it if event == Test::Unit::TestCase::FINISHED_OBJECT
    end
    bad = result.faults.to_h { |f| [f.test_name, f] }
    done.each do |t|
      f = bad[t.name]
      how = f.nil? ? "pass" : (f.is_a?(Test::Unit::Pending) || f.is_a?(Test::Unit::Omission)) ? "skip" : "fail"
      rows << [t.class.name, t.method_name, how, f ? f.message.to_s[0, 4000] : ""]
    end
  end
  well &&= rows.none? { |r| r[2] == "fail" }
end

unless specs.empty?
  require "rspec/core"
  out = report + ".rspec"
  status = RSpec::Core::Runner.run([*helpers.split(" "), "--options", File::NULL, "--order", "defined", "--format", "json", "--out", out, *specs], $stderr, $stdout)
  said = JSON.parse(File.read(out))
  said["examples"].each do |e|
    how = { "passed" => "pass", "pending" => "skip" }.fetch(e["status"], "fail")
    rows << [e["full_description"].delete_suffix(e["description"]).strip, e["description"], how, e.dig("exception", "message").to_s[0, 4000]]
  end
  well &&= status.zero?
end

File.write(report + ".part", JSON.generate(rows))
File.rename(report + ".part", report)
exit!(well ? 0 : 1)
`
